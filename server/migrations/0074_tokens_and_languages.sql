-- With which access token an action was asked for, or notes were written; null for a person at a screen.
alter table marketplace_actions add column access_token_id bigint;
alter table order_notes add column access_token_id bigint;

-- In which language somebody reads, as last chosen; null where nothing was chosen. Mails are written in it.
alter table users add column language text check (language in ('en', 'zh'));
alter table sign_ups add column language text check (language in ('en', 'zh'));
