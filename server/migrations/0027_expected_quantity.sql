-- What a shop is expected to show now: its last snapshot and its own orders since.
alter table listing_stocks add column expected_quantity integer;
update listing_stocks set expected_quantity = shop_quantity;
