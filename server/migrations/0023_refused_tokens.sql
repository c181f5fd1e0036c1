-- Since when calls with these credentials are refused without a success in between, how often, and until when none is made.
alter table marketplace_credentials
  add column refused_since timestamptz,
  add column refusals integer not null default 0,
  add column refused_until timestamptz;
