alter table orders
  -- When its buyer's data are deleted by its channel's rule; null: when deletion is asked for. It is never put off.
  add column buyer_due_at timestamptz,
  -- When they were deleted; what the marketplace tells of the buyer later is not kept.
  add column buyer_deleted_at timestamptz;
create index orders_buyer_due on orders (buyer_due_at, id) where buyer_due_at is not null and buyer_deleted_at is null;
update orders set buyer_due_at = source_updated_at + interval '30 days'
where channel = 'amazon-sg' and state in ('shipped', 'completed', 'failed_orders');

-- The orders whose buyers a file shows; null: not known, as it was made before they were kept.
alter table print_files add column order_ids jsonb;

create index operation_rows_order on operation_rows (subject_id) where subject_type = 'Order';
