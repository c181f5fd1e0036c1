-- Why a record could not be read, as a message. Rows of before have their English alone.
alter table quarantined_records add column reason_message jsonb;
