-- Finds the sender's name that a marketplace was given last.
create index marketplace_actions_sender on marketplace_actions (marketplace_id, id desc)
  where kind = 'order.ship' and state = 'done' and asked -> 'answers' ->> 'sender_real_name' is not null;
