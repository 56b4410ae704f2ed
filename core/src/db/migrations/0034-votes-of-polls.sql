-- What people vote for in the poll of a message, by their ids at the provider: the places of the options, and since
-- when. A vote that was withdrawn stays without options.
alter table core.message add column votes jsonb;
