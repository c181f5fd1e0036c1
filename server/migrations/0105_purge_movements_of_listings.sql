-- Old pushes, and old actions on listings, are purged by their age.
create index listing_stock_movements_created on listing_stock_movements using brin (created_at) with (autosummarize = on);
create index marketplace_actions_of_listings on marketplace_actions (asked_at) where subject_type <> 'Order' and finished_at is not null;
