-- What records an activity puts it among those that wait for their seal, in the same statement. A row that is inserted by another
-- statement is in neither list, and is reported as inserted.
drop trigger activities_queued on activities;
drop function queue_for_seal();
