-- Of what is unexplained: without reads whose answer may be old. Only this is booked.
alter table listing_epochs add column sure integer not null default 0;
update listing_epochs set sure = unexplained where unexplained <> 0;
drop index listing_epochs_pending;
create index listing_epochs_pending on listing_epochs (variant_listing_id)
  where sure <> booked + joined or unexplained <> sure;
-- [[age, seen at]] in milliseconds: how old the answers to reads were that showed the number of before our own write, the oldest
-- first. Each is older than all that came after it.
alter table marketplaces add column old_answers jsonb not null default '[]';
