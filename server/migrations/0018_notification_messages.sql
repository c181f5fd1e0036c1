-- What a notification says is kept as codes and values, and rendered when it is read. Rows of before have their English texts.
alter table store_notifications
  -- `{code, values}`.
  add column title_message jsonb,
  -- A list of paragraphs, each a list of messages that follow one another.
  add column paragraphs jsonb,
  alter column title drop not null,
  alter column content drop not null,
  add check (num_nulls(title, title_message) = 1 and num_nulls(content, paragraphs) = 1);
