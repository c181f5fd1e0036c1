-- A digest of what was asked for, in its caller's words. It tells the same from something else also where the marketplace has done it
-- already and offers nothing to compare with.
alter table marketplace_actions add column asked_digest text;
