-- The list of a store's activities, whole and by each of its filters. What the filters compare stands in the index, so that matching
-- entries are counted without a look at their rows.
drop index activities_store;
create index activities_store on activities (store_id, created_at desc, id desc) include (key, actor_type, recipient_type);
create index activities_key on activities (store_id, key, created_at desc, id desc) include (actor_type, recipient_type);
create index activities_actor on activities (store_id, actor_type, actor_id, created_at desc, id desc);
drop index activities_recipient;
create index activities_recipient on activities (store_id, recipient_type, recipient_id, created_at desc, id desc);

-- An entry is deleted by another entry that names it. It can be deleted once.
create unique index activities_deletion on activities (recipient_id) where key = 'activity.delete';
