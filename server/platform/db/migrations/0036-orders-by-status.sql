-- The administrator's orders of a status that few have, newest first: without it the list reads every order for the last of them.
create index orders_by_rare_status on orders (status, id desc) where status <> 'completed';
