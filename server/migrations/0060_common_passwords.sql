-- Whether the password of an account is a common one, as seen at its last sign-in: it still signs in, and is asked to be changed.
alter table users add column password_common boolean not null default false;
