-- What is said to people is kept as messages, codes with values. Rows of before have their English alone, which is kept beside.
alter table marketplace_actions add column outcome_message jsonb;
-- A list: messages that are read one after another.
alter table marketplace_pulls add column error_messages jsonb;
alter table listing_stocks add column flag_messages jsonb;
alter table listing_stock_movements add column reason_messages jsonb;
