-- Fields with their values before and after: {"name": ["Old", "New"]}; never a secret, never a buyer's data. Entries from before this
-- migration name their fields in extras.
alter table activities add column changes jsonb not null default '{}';

-- A store that is removed for good takes its history along; nothing else removes an entry.
alter table activities drop constraint activities_store_id_fkey;
alter table activities
  add constraint activities_store_id_fkey foreign key (store_id) references stores on delete cascade;

create function keep_activities() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- An entry can only be of a store without a row while that row's removal is under way.
    if old.store_id is not null and not exists (select from stores where id = old.store_id) then
      return old;
    end if;
  end if;
  raise exception 'Activities are append-only: % is refused.', tg_op using errcode = 'insufficient_privilege';
end
$$;
create trigger activities_kept before update or delete on activities
  for each row execute function keep_activities();
create trigger activities_kept_whole before truncate on activities
  for each statement execute function keep_activities();
