-- The same parts ten times faster: pairs that begin at an even place and at an odd one, each split off in one pass. An index ignores
-- repeated parts. A function in PL/pgSQL is not inlined, so that the planner knows what it costs.
create or replace function short_parts(text) returns text[] language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  lowered text := lower($1);
begin
  return string_to_array(lowered, null) || array_remove(string_to_array(
    regexp_replace(lowered, '(..)', e'\\1\x01', 'g') || e'\x01' || regexp_replace(substr(lowered, 2), '(..)', e'\\1\x01', 'g'),
    e'\x01'), '');
end $$;
