-- The key of the fingerprints (known places, buyers, counts of tries), sealed. It stays when EVENSTOCK_SECRET changes, for
-- what the fingerprints were made of is not kept: they could not be made anew.
create table fingerprint_keys (
  id integer primary key check (id = 1),
  sealed bytea not null
);
