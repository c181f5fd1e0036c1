-- A fingerprint of what a marketplace reports of an order, without when it was read. Tokopedia and Qoo10 report no date of change, so
-- this decides whether an order has changed.
alter table orders add column content_key bytea;
