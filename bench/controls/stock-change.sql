-- $1 variant: one unit more.
update variants set quantity = quantity + 1 where id = $1
