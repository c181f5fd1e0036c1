-- Each view of a member's list has one of 50 places: no two have the same, so there are never more.
alter table saved_views add column place integer;
update saved_views v set place = n.place
from (
  select id, row_number() over (partition by store_id, user_id, list order by id) as place from saved_views
) n where n.id = v.id;
-- Views that were saved at the same moment as the last of their places.
delete from saved_views where place > 50;
alter table saved_views alter column place set not null, add check (place between 1 and 50);
create unique index saved_views_place on saved_views (store_id, user_id, list, place);
