-- Until a read's answer certainly stands for a moment after this one, on the channel's clock, `verify_at` stays. Null: any read will do.
alter table listing_stocks add column verify_from timestamptz;
