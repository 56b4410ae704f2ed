-- core.mark_automatic adds to an event of its own transaction, before anybody has read it.
grant update (data) on bus.outbox to recado_engine;
