/**
 * Every function that acts with more rights than its caller, and why it must. Whoever adds one adds it here, and says
 * what keeps it from being a door: which company it works for, and who decides that.
 */
export const reviewedDefiners: Readonly<Record<string, string>> = {
  'bus.publish(uuid,text,text,jsonb)':
    'plugins store events in their own transaction; it takes only names of the calling role’s own prefix and ' +
    'only the company that is set',
  'core.plugin_job(text,json,timestamp with time zone,text,boolean)':
    'plugins store and cancel jobs in their own transaction; it takes only tasks of the calling role’s own ' +
    'plugin and only the company that is set',

  // Asked before a company is known.
  'core.find_login(text,text)':
    'signing in names no company; answers what proves a password, to one exact address or number',
  'core.find_sessions(uuid[],integer,text)':
    'the gate knows a session before it knows a company; answers to exact ids that a signed token holds',
  'core.find_connection(uuid)':
    'a webhook and a widget name a connection and no company; answers its owner and what its secret is compared with',

  'core.find_company(text)':
    'a public page names a company by its address; answers the id to one exact address of an active company',
  'core.touch_sessions(uuid[])': 'a node notes whose pages are open; ids of sessions it serves',
  'core.find_api_token(uuid,text)':
    'a program names no company; answers to one exact id, and what its secret is compared with',
  'core.find_plugin_key(uuid)':
    'a program that calls a plugin names no company; answers to one exact id, and what its secret is compared with',
  'core.find_password_reset(bytea)': 'a link by mail names no company; answers to the hash of one exact token',
  'core.find_login_passkeys(text,text,text)':
    'signing in names no company; answers ids of keys to one exact address, and decoys stand in for none',
  'core.find_sso_provider(text,text)':
    'signing in names no company; answers where the company of one exact address signs in',
  'core.keep_directory()':
    'a trigger: lists what is unique for the whole platform with the row, whoever writes it; answers nothing',
  'core.keep_lane()':
    'a trigger: keeps the lane of a chat equal to what waits in it, whoever writes that; answers nothing',
  'core.due_sso_domains(timestamp with time zone,integer)':
    'a sweep over all companies; answers names of domains to look up',
  'core.create_tenant(uuid,text,text,text,text,uuid,boolean,text,uuid,text,text,text,text,uuid,text)':
    'registering makes a company; the server’s own role may not',
  'core.forget_sign_in_traces(integer)': 'a sweep over what has expired in all companies; answers nothing',
  'core.passkey_tenants(uuid,uuid)': 'names and counts of companies; asks itself whether the account is a master',

  // The node's own work for all companies: they answer ids to work on, never contents to show.
  'core.placed_connections()': 'a node opens the sessions of all companies',
  'core.take_connections(uuid[],text)': 'a connection is served by one node at a time; only to a node that is known',
  'core.plugin_choices(uuid[])': 'which plugins companies have on, to open their sessions; no settings',
  'core.release_connections(uuid[],text)': 'gives back what a node held',
  'core.claim_deliveries(uuid[],text,interval,integer,integer[],integer[])':
    'the outbox of all connections that a node serves, in one statement',
  'core.due_messages(timestamp with time zone,integer)': 'what is due in all companies; answers ids',
  'core.claim_webhooks(text,timestamp with time zone,interval,integer,integer,integer)':
    'webhooks of all companies that are due; answers ids, whose contents are read as their company',
  'core.next_webhook()': 'when webhooks of any company are due next; answers a time',
  'core.expire_webhooks(timestamp with time zone,integer)':
    'a sweep over what has expired in all companies; answers a number',
  'core.unclaim_deliveries(text,uuid[])': 'a node gives back what it claimed and never learned of; only its own',
  'core.remove_node(text)': 'what a node that is gone had is free, and what it had begun is judged by who takes it',
  'core.claim_media_fetches(uuid[],interval,integer)': 'files of all connections that a node serves',
  'core.connections_with_unsent(integer)': 'a sweep over all companies; answers ids',
  'core.ripe_early_events(integer)': 'a sweep over all companies; answers ids',
  'core.due_snoozes(timestamp with time zone,integer)': 'a sweep over all companies; answers ids',
  'core.idle_tickets(timestamp with time zone,integer,integer)':
    'a sweep over all companies; answers ids and since when nothing happened',
  'core.due_responders(timestamp with time zone,integer)':
    'a sweep over all companies; answers ids, and deletes what nobody’s responder has any more',
  'core.companies_to_distribute(integer)': 'a sweep over all companies; answers ids',
  'core.companies_with_birthdays()': 'a sweep over all companies; answers ids and time zones',
  'core.running_connection_tasks(uuid[],text[])': 'long work of connections that goes on after a restart; answers ids',
  'core.take_listed_contacts(uuid,text,text[],text[],text[],text[],uuid[],integer[],text[],text[],integer[],text[],integer,boolean)':
    'finds and makes contacts as arriving messages do; only for the company that is set',
  'core.connections_of_plugin(text,integer)':
    'whether a plugin that is to be removed is in use, and where; for masters of the installation',
  'core.retire_plugin(text,boolean)':
    'removes what companies set for a plugin that is removed; for masters of the installation',

  // Companies, for who looks after them: core says whether that is a master or which reseller, the function holds to
  // it.
  'core.list_companies(uuid,uuid,text,text,uuid,integer)':
    'names and counts of companies, of one reseller where one is given',
  'core.list_users_of_companies(text,uuid,text,uuid,integer)': 'users of all companies, for masters alone',
  'core.change_company(uuid,uuid,jsonb)': 'nor change one that is not its own; of one reseller where one is given',
  'core.apply_plan(uuid)': 'what a plan says now goes to the companies that have it',
  'core.companies_of_plans(uuid[])': 'how many companies have a plan',
  'core.reseller_room(uuid)': 'what the companies of a reseller have together',
  'core.stored_licences(uuid,integer)': 'licences are looked at anew; answers ids',
  'core.ended_since(timestamp with time zone)': 'companies whose trial or licence has just ended; answers ids',
  'core.latest_consent_version()': 'a new privacy notice has a version above every answered one',
  'core.count_deliveries(integer)': 'how much waits in all companies, for masters alone; counts',
  'core.count_held_deliveries(integer)': 'the same of connected connections, for masters alone; a count',
  'core.count_sessions()':
    'how sessions of all companies stand, for masters alone; counts, and ids of companies whose connections no ' +
    'node has',
  'core.troubled_sessions(integer)': 'connections of all companies that cannot work, by name, for masters alone',
  'core.companies_after(uuid,integer)': 'work that goes through all companies; answers ids',
  'core.company_names(uuid[])': 'names of companies, for masters alone; to exact ids',
  'core.hasten_deliveries(interval)': 'sets going again what certainly was not sent, for masters alone; a count',
  'core.count_installation()': 'for masters alone; counts',

  // The trail and what people may ask of what is kept of them.
  'core.await_seal()': 'a trigger: an entry of the trail waits for its seal, whoever wrote it',
  'core.expire_audit(uuid,bigint,bigint)':
    'the server’s own role may only add to the trail; for the company that is set, and the trail shows what was ' +
    'not to go',
  'core.companies_to_seal(integer)': 'a sweep over all companies; answers ids',
  'core.held_media(uuid,uuid[])':
    'the index over parts cannot be used under row-level security; every statement names the company',
  'core.letter_images(uuid,uuid)': 'the index over parts cannot be used under row-level security; it names the company',
  'core.old_uploads(timestamp with time zone,timestamp with time zone,timestamp with time zone,uuid,integer)':
    'a sweep over all companies; answers ids of files that are old enough to be looked at',
  'core.note_ticket()': 'a trigger: notes that a ticket changed, whoever changes it; answers nothing',
  'core.count_added_messages()': 'a trigger: counts messages, whoever stores them; answers nothing',
  'core.count_removed_messages()': 'a trigger: counts messages, whoever deletes them; answers nothing',
  'core.settle_facts(integer)': 'a sweep over all companies; answers how many rows it took',
  'core.rebuild_facts(uuid,timestamp with time zone,timestamp with time zone)':
    'counts the messages of one company anew from its own rows; answers nothing',
  'core.recount_tickets(uuid,uuid,integer)': 'notes the tickets of one company; answers the id of one of them',
  'core.companies_without_facts(integer)': 'a sweep over all companies; answers ids',
  'core.companies_to_ask_for_openings(integer)': 'a sweep over all companies; answers ids',
  'core.ask_for_new_facts(text)': 'for who operates the installation, on its command line; answers names of companies',
  'core.expired_link_previews(timestamp with time zone,uuid,integer)': 'a sweep over all companies; answers ids',
  'core.forget_merges(uuid,uuid[])':
    'the server’s own role may only read the history of merges; within the company that is given',

  // The hot path and search: an explicit company in every statement, given by core from the connection or the session.
  'core.inbound_batch(uuid[],uuid[],text[],text[],text[],text[],text[],text[],text[],boolean[],text[],text[],text[],text[],boolean[],boolean[],text[],text[],integer[],uuid[],uuid[],uuid[],integer[],text[],text[],boolean)':
    'one flight stores messages of several companies',
  'core.first_contacts(integer[],uuid[],uuid[],text[],text[],text[],text[],text[],text[],text[],boolean[],text[],uuid[],uuid[],integer[],text[],text[])':
    'inner step of inbound_batch; nobody else may call it',
  'core.identify(uuid,text,text,text,text,text,boolean,text[],text[],uuid,uuid[],boolean)':
    'inner step of inbound_batch; nobody else may call it',
  'core.open_ticket(uuid,uuid,uuid,uuid,text,text,text,integer,uuid,boolean)':
    'inner step of inbound_batch; nobody else may call it',
  'core.apply_receipts(uuid[],uuid[],text[],text[],text[])': 'one flight folds receipts of several companies',
  'core.complete_arrival(uuid,uuid,uuid,text,text,text,text)': 'adds what a channel learns of a message later',
  'core.mark_automatic(uuid,uuid)': 'marks a message that nobody wrote by hand',
  'core.search_contacts(uuid,text,integer)':
    'the trigram index cannot be used under row-level security; every statement names the company',
  'core.search_messages(uuid,text,timestamp with time zone,uuid,integer)':
    'the index over words cannot be used under row-level security; asks itself whether the company is the one ' +
    'that is set',
  'core.search_ticket_messages(uuid,uuid,text,timestamp with time zone,uuid,integer)': 'the same in one conversation',
  'core.contacts_by_attributes(uuid,text,integer)':
    'the index over attributes cannot be used under row-level security; the company is compared with the one ' +
    'that is set, and stands in the statement',
  'core.tickets_by_attributes(uuid,text,integer)':
    'the same of tickets; the company is compared with the one that is set, and stands in the statement',
  'core.settle_identities(uuid,text[],text[])':
    'merges contacts that a verified identity shows to be one, within the company that is given',
  'core.merge_contacts(uuid,uuid,uuid,uuid)': 'moves what hangs on a contact, within the company that is given',
  'core.undo_merge(uuid,uuid,uuid)': 'moves it back, within the company that is given',
}

/** Those that plugins' roles may call too: open to every role, they decide by who calls. */
export const openDefiners: readonly string[] = [
  'bus.publish(uuid,text,text,jsonb)',
  'core.plugin_job(text,json,timestamp with time zone,text,boolean)',
]
