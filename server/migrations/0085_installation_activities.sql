-- The list of activities outside of any store. The index of the stores' lists does not serve it: PostgreSQL does not take rows
-- whose first column is null as sorted by the others.
create index activities_installation on activities (created_at desc, id desc) include (key, actor_type, recipient_type)
  where store_id is null;
