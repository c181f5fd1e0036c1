select to_char(quarter at time zone 'Asia/Singapore', $4) as bucket, currency, sum(total)::bigint as value
from order_quarters
where store_id = $1 and quarter >= $2 and quarter < $3
group by 1, 2
