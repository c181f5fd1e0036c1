-- $1 store, $2 from: how many orders of each state there are.
select state, count(*) from orders where store_id = $1 and source_created_at >= $2 group by state
