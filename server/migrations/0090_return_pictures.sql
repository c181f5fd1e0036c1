-- Where the pictures are that a buyer gave with a return, at the marketplace. They are deleted with the buyer's data.
alter table order_returns add column pictures text[] not null default '{}';
