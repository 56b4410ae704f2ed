import type { FieldIssue } from './field-issues.ts'

/**
 * The error catalogue of core. Every refusal of the server is one of these codes or one that a plugin declares, sent as
 * `{ error: CODE }`; the shell turns the code into a sentence in the user's language (namespace `errors`). A test
 * compares this table with the four translations and with docs/reference/errors.md, in both directions.
 *
 * `spec` codes are from the specification (part 8) and keep its spelling; `house` codes are the product's own.
 */
export const errorCatalogue = {
  ERR_SESSION_EXPIRED: {
    status: 403,
    origin: 'spec',
    when: 'The access token has expired; the client refreshes once and repeats the request.',
  },
  ERR_INVALID_CREDENTIALS: {
    status: 401,
    origin: 'spec',
    when: 'Login with an unknown account or a wrong password; both answer alike.',
  },
  ERR_NO_PERMISSION: {
    status: 403,
    origin: 'spec',
    when: 'The signed-in user may not do this. Not refreshed, not repeated.',
  },
  ERR_USER_INACTIVE: { status: 401, origin: 'spec', when: 'The account is switched off.' },
  ERR_NO_USER_FOUND: { status: 404, origin: 'spec', when: 'No such user in this company.' },
  ERR_SESSION_ENDED: {
    status: 401,
    origin: 'house',
    when: 'No valid session: signed out, revoked, or never signed in.',
  },
  ERR_SESSION_OTHER_DEVICE: {
    status: 401,
    origin: 'house',
    when: 'The session ended because the same user signed in elsewhere.',
  },
  ERR_USER_DELETED: { status: 401, origin: 'house', when: 'The account was deleted while it was signed in (S8-026).' },
  ERR_LOGIN_HOURS_RESTRICTED: {
    status: 401,
    origin: 'spec',
    when: 'The user may sign in at registered hours only, and it is not one of them.',
  },
  ERR_LGPD_CONSENT: {
    status: 403,
    origin: 'house',
    when:
      'The privacy notice has not been accepted in its present version; only answering it and signing out are left ' +
      '(S8-104).',
  },
  ERR_CONFIRMATION_REQUIRED: {
    status: 403,
    origin: 'house',
    when:
      'The act asks for having shown who one is within the last five minutes; confirm with the password or a ' +
      'passkey and repeat it.',
  },
  // Signing in, registering, resetting a password.
  ERR_EMAIL_OR_PHONE_REQUIRED: { status: 422, origin: 'house', when: 'Login without an e-mail or a phone number.' },
  ERR_CAPTCHA_REQUIRED: { status: 403, origin: 'house', when: 'The slider challenge has to be solved first (S8-107).' },
  ERR_CAPTCHA_INVALID: {
    status: 403,
    origin: 'house',
    when:
      'The solution of the slider challenge is wrong, expired, used already or meant for something else; ask for a ' +
      'new challenge.',
  },
  ERR_RESET_TOKEN_EXPIRED: {
    status: 410,
    origin: 'house',
    when: 'The link to reset a password is wrong, used or older than five minutes; ask for a new one (S8-109).',
  },
  ERR_NO_INVITATION_FOUND: {
    status: 404,
    origin: 'house',
    when: 'No such invitation, or the user is not invited (any more).',
  },
  ERR_INVITATION_EXPIRED: { status: 410, origin: 'house', when: 'The invitation is older than seven days.' },
  ERR_INVITATION_USED: { status: 410, origin: 'house', when: 'The invitation was accepted already.' },
  ERR_INVITATION_WITHDRAWN: { status: 410, origin: 'house', when: 'The company took the invitation back.' },
  ERR_INVITATION_REPLACED: {
    status: 410,
    origin: 'house',
    when: 'The invitation was sent again: the link of the newest letter counts.',
  },
  ERR_REGISTRATION_CLOSED: { status: 403, origin: 'house', when: 'Nobody can register at this installation.' },
  ERR_DOCUMENT_INVALID: { status: 422, origin: 'house', when: 'The document is no valid CPF or CNPJ (S5-012).' },
  ERR_NO_PLAN_FOUND: { status: 404, origin: 'house', when: 'No such plan, or it is not offered.' },
  // Passkeys, second factors, single sign-on.
  ERR_PASSKEY_REQUIRED: {
    status: 403,
    origin: 'house',
    when: 'The password is right, but the account signs in with a passkey (S5-017).',
  },
  ERR_PASSKEY_REFUSED: {
    status: 422,
    origin: 'house',
    when:
      'What a passkey answered was not accepted: another key, another account, another page, a challenge that is ' +
      'over, or nothing known. Which of them is not said.',
  },
  ERR_PASSKEY_ORIGIN: {
    status: 409,
    origin: 'house',
    when: 'The installation is not reached by https or as localhost, without which browsers know no passkeys (S5-019).',
  },
  ERR_PASSKEY_IN_USE: { status: 409, origin: 'house', when: 'This passkey is registered already.' },
  ERR_PASSKEY_LIMIT_REACHED: {
    status: 409,
    origin: 'house',
    when: 'The account has as many passkeys as it may; `limit` says how many.',
  },
  ERR_NO_PASSKEY_FOUND: { status: 404, origin: 'house', when: 'No such passkey of this user, or of this company.' },
  ERR_SECOND_FACTOR_REQUIRED: {
    status: 403,
    origin: 'house',
    when: 'The password is right; the code of the authenticator app, or a recovery code, is missing.',
  },
  ERR_SECOND_FACTOR_ENROLMENT: {
    status: 403,
    origin: 'house',
    when:
      'The company requires a second factor and the user has none: until an authenticator app or a passkey is set ' +
      'up, nothing else is open. Also for tokens of programs that such a user made.',
  },
  ERR_SECOND_FACTOR_INVALID: {
    status: 422,
    origin: 'house',
    when: 'The code of the second factor is wrong, out of its time, or was used already. Counts as a failed sign-in.',
  },
  ERR_SECOND_FACTOR_ACTIVE: {
    status: 409,
    origin: 'house',
    when: 'The second factor is set up already; it has to be taken away before another one is set up.',
  },
  ERR_SECOND_FACTOR_INACTIVE: {
    status: 409,
    origin: 'house',
    when: 'There is no second factor, or none has been begun.',
  },
  ERR_NO_SSO_FOUND: { status: 404, origin: 'house', when: 'No company takes this e-mail address to its own sign-in.' },
  ERR_SSO_REFUSED: {
    status: 422,
    origin: 'house',
    when:
      'The sign-in of the company did not lead to an account: it was refused there, took too long, belongs to ' +
      'another browser, or the address is not verified, not of the company or not known. Which of them is not said.',
  },
  ERR_SSO_DISCOVERY: {
    status: 422,
    origin: 'house',
    when:
      'The identity provider could not be reached or does not describe itself as it should; the detail names the ' +
      'step.',
  },
  ERR_SSO_ORIGIN: {
    status: 409,
    origin: 'house',
    when: 'The address of the installation is not configured, so that an identity provider could not lead back to it.',
  },
  ERR_NO_SSO_PROVIDER_FOUND: { status: 404, origin: 'house', when: 'No such identity provider in this company.' },
  ERR_SSO_DOMAIN_EXISTS: {
    status: 409,
    origin: 'house',
    when: 'Another identity provider of this company answers for one of the e-mail domains.',
  },
  ERR_SSO_DOMAIN_PUBLIC: {
    status: 422,
    origin: 'house',
    when:
      'A domain below which anybody registers, or where anybody gets an e-mail address, belongs to no company. ' +
      '`detail` is the domain.',
  },
  ERR_NO_SSO_DOMAIN_FOUND: {
    status: 404,
    origin: 'house',
    when: 'No identity provider of the company names this domain.',
  },
  // Sessions and tokens of programs.
  ERR_NO_SESSION_FOUND: { status: 404, origin: 'house', when: 'No such session of this user.' },
  ERR_NO_NOTIFICATION_FOUND: { status: 404, origin: 'house', when: 'No such entry in the bell of this user.' },
  ERR_CONNECTED_USERS_LIMIT: {
    status: 403,
    origin: 'house',
    when: 'As many users of the company are connected as may be; `limit` says how many (S8-106).',
  },
  ERR_WRONG_PASSWORD: {
    status: 422,
    origin: 'house',
    when: 'Showing who one is, or changing one’s password, with a password that is not the account’s.',
  },
  ERR_NOTICE_CHANGED: {
    status: 409,
    origin: 'house',
    when: 'The privacy notice that was answered is not the present one; read it anew.',
  },
  ERR_LGPD_LAST_ADMIN: {
    status: 409,
    origin: 'house',
    when:
      'The only active administrator of a company rejected the privacy notice: the answer is kept and the account ' +
      'stays, until somebody else can look after the company.',
  },
  ERR_TOKEN_REFUSED: {
    status: 401,
    origin: 'house',
    when: 'The token of a program is unknown, expired or revoked, or its maker may not sign in any more.',
  },
  ERR_NO_TOKEN_FOUND: { status: 404, origin: 'house', when: 'No such token in this company.' },
  ERR_TOKEN_EXPIRY: {
    status: 422,
    origin: 'house',
    when: 'A token would have expired already, or would count for more than a year.',
  },
  ERR_TOKEN_LIMIT_REACHED: {
    status: 409,
    origin: 'house',
    when: 'The company already has as many tokens as it may; `limit` says how many.',
  },
  // Of every request.
  ERR_TOO_MANY_REQUESTS: {
    status: 429,
    origin: 'house',
    when: 'A rate limit was reached; Retry-After says when to come back.',
  },
  ERR_TOO_MANY_STREAMS: {
    status: 429,
    origin: 'house',
    when: 'The network or the company has as many event streams open as it may; Retry-After says when to come back.',
  },
  ERR_VALIDATION: {
    status: 422,
    origin: 'house',
    when: 'The request does not match the schema; `issues` names the fields.',
  },
  ERR_BODY_TOO_LARGE: { status: 413, origin: 'house', when: 'The request body is larger than this route accepts.' },
  ERR_UNSUPPORTED_CONTENT_TYPE: {
    status: 415,
    origin: 'house',
    when: 'The request body is of a content type this route does not read.',
  },
  ERR_NOT_FOUND: { status: 404, origin: 'house', when: 'No such path, or nothing there that the caller may see.' },
  ERR_INTERNAL: {
    status: 500,
    origin: 'house',
    when: 'An unexpected fault of the server; the request id leads to the log.',
  },
  ERR_UNAVAILABLE: {
    status: 503,
    origin: 'house',
    when: 'The server cannot reach its database or is shutting down; nothing was stored.',
  },
  ERR_TIMEOUT: { status: 504, origin: 'house', when: 'The work took longer than it may.' },
  ERR_IDEMPOTENCY_MISMATCH: {
    status: 422,
    origin: 'house',
    when: 'An Idempotency-Key was used again with a different request.',
  },

  ERR_NO_CONTACT_FOUND: { status: 404, origin: 'spec', when: 'No such contact in this company.' },
  ERR_DUPLICATED_CONTACT: {
    status: 409,
    origin: 'spec',
    when: 'Another contact of this company has the number or the e-mail address.',
  },
  ERR_CONTACT_TICKETS_REGISTERED: {
    status: 409,
    origin: 'spec',
    when:
      'A contact with whom there are conversations cannot be deleted; the privacy page erases people with all that ' +
      'is kept of them.',
  },
  ERR_CONTACT_NOTES_FULL: {
    status: 422,
    origin: 'house',
    when: 'The contact has as many notes as one can have; `limit` says how many.',
  },
  ERR_NO_CONTACT_NOTE_FOUND: { status: 404, origin: 'house', when: 'No such note in this company.' },
  ERR_CONTACT_MERGE_SAME: { status: 422, origin: 'house', when: 'The two contacts to merge are one already.' },
  ERR_CONTACT_MERGE_GROUP: {
    status: 422,
    origin: 'house',
    when: 'One of the contacts to merge is a group chat and not a person.',
  },
  ERR_NO_MERGE_FOUND: { status: 404, origin: 'house', when: 'No such merge of contacts in this company.' },
  ERR_MERGE_UNDONE: { status: 409, origin: 'house', when: 'The merge has been undone already.' },
  ERR_MERGE_CONTINUED: {
    status: 409,
    origin: 'house',
    when: 'The contact that a merge left was itself merged into another one; that merge has to be undone first.',
  },
  ERR_CONTACT_IMPORT_FILE: {
    status: 422,
    origin: 'house',
    when:
      'The file is no table that can be read: neither text with columns nor a workbook, damaged, without rows, or ' +
      'beyond all measure when unpacked.',
  },
  ERR_CONTACT_IMPORT_ROWS: {
    status: 422,
    origin: 'house',
    when: 'The table has more rows, or more columns, than are taken at once; `limit` says how many.',
  },
  ERR_CONTACT_IMPORT_TEXT: {
    status: 422,
    origin: 'house',
    when:
      'The cells of one row of the table, or of all of them, hold more text than is taken at once; `limit` says ' +
      'how many characters. A quote that is never closed makes one row of many.',
  },
  ERR_CONTACT_IMPORT_COLUMNS: {
    status: 422,
    origin: 'house',
    when: 'No column, or more than one, is said to be the name or the number of the contacts (S5-036, S5-037).',
  },
  ERR_CONTACT_IMPORT_BEGUN: {
    status: 409,
    origin: 'house',
    when: 'The import has begun or is over; it cannot be started or looked at in advance any more.',
  },
  ERR_NO_CONTACT_IMPORT_FOUND: { status: 404, origin: 'house', when: 'No such import of contacts by this user.' },
  ERR_NO_TICKET_FOUND: { status: 404, origin: 'spec', when: 'No such ticket, or the user may not see it.' },
  ERR_CREATING_TICKET: {
    status: 422,
    origin: 'spec',
    when: 'A ticket cannot be opened with this contact and connection.',
  },
  ERR_NO_STATUS_SELECTED: { status: 404, origin: 'spec', when: 'A ticket list was asked for without any status.' },
  ERR_OTHER_OPEN_TICKET: {
    status: 409,
    origin: 'spec',
    when:
      'The contact already has an open ticket on this connection; `ticketId` names it if the user may see it, and ' +
      'the detail says who has it if not.',
  },
  ERR_TICKET_TRANSITION: {
    status: 409,
    origin: 'house',
    when:
      'The ticket cannot go from its status to the one asked for, or somebody else has acted first: taken it up, ' +
      'or changed what an undo would bring back.',
  },
  ERR_SNOOZE_IN_PAST: {
    status: 422,
    origin: 'house',
    when: 'A ticket cannot be put off until a time that has passed.',
  },
  ERR_SNOOZE_TOO_FAR: {
    status: 422,
    origin: 'house',
    when: 'A ticket cannot be put off for longer than a year; `limit` is in days.',
  },
  ERR_TICKET_MERGE_SELF: { status: 422, origin: 'house', when: 'A ticket cannot become part of itself.' },
  ERR_TICKET_MERGE_CONTACT: { status: 409, origin: 'house', when: 'Only tickets of the same contact become one.' },
  ERR_TICKET_MERGE_CHANNEL: {
    status: 409,
    origin: 'house',
    when: 'Only tickets on the same connection become one, and groups never do: an answer would go to another address.',
  },
  ERR_TICKET_MERGED: {
    status: 409,
    origin: 'house',
    when: 'The ticket is part of another one by now; that has to be undone first.',
  },
  ERR_NO_RESPONDER: { status: 409, origin: 'house', when: 'Nobody answers first in conversations like this one.' },
  ERR_TICKET_MERGE_UNDONE: { status: 409, origin: 'house', when: 'The merge was undone already.' },
  ERR_TICKET_MERGE_OVER: {
    status: 409,
    origin: 'house',
    when: 'The merge is too old to be undone; `limit` is in hours.',
  },
  ERR_NO_TICKET_MERGE_FOUND: {
    status: 404,
    origin: 'house',
    when: 'No such merge of tickets, or the user may not see both of them.',
  },
  ERR_TRANSFER_TARGET: { status: 422, origin: 'house', when: 'A transfer names neither a user nor a queue (S5-050).' },
  ERR_TICKET_OF_USER: {
    status: 409,
    origin: 'house',
    when: 'A transfer to the user who has the ticket already, in the same queue (S8-144).',
  },
  ERR_TICKET_OF_QUEUE: {
    status: 409,
    origin: 'house',
    when: 'A transfer to the queue in which the ticket already waits (S8-145).',
  },
  ERR_NO_SHARED_QUEUE: {
    status: 409,
    origin: 'house',
    when:
      'Who gives a ticket and who is to have it work in no queue together, or the receiver does not work in its ' +
      'queue; administrators may all the same (S4-016).',
  },
  ERR_BATCH_RUNNING: {
    status: 409,
    origin: 'house',
    when: 'Tickets of this company are being transferred or resolved in one go already; one of these runs at a time.',
  },
  ERR_NO_BATCH_FOUND: {
    status: 404,
    origin: 'house',
    when: 'No such mass transfer or resolve in this company, or it has ended already.',
  },
  ERR_CREATING_MESSAGE: {
    status: 422,
    origin: 'spec',
    when: 'The message cannot be stored: no text and no file, or the ticket is closed.',
  },
  ERR_NO_MESSAGE_FOUND: { status: 404, origin: 'house', when: 'No such message, or the user may not see it.' },
  ERR_DELETE_WAPP_MSG: {
    status: 422,
    origin: 'spec',
    when: 'The message cannot be deleted for everybody: it is not ours, somebody else wrote it, or the channel cannot.',
  },
  ERR_DELETE_TOO_OLD: {
    status: 422,
    origin: 'house',
    when:
      'More than 5 minutes, or less where the channel says so, have passed since the message was sent; `limit` is ' +
      'in minutes (S8-123).',
  },
  ERR_EDITING_MESSAGE: {
    status: 422,
    origin: 'house',
    when: 'The message cannot be edited: somebody else wrote it, it has no text, it never left, or the channel cannot.',
  },
  ERR_EDIT_TOO_OLD: {
    status: 422,
    origin: 'house',
    when: 'The channel lets messages be edited for a while only, and that has passed; `limit` is in minutes.',
  },
  ERR_REACTING_MESSAGE: {
    status: 422,
    origin: 'house',
    when: 'The message cannot be reacted to, or not with this emoji.',
  },
  ERR_STOPPING_POLL: {
    status: 422,
    origin: 'house',
    when: 'The poll cannot be stopped: it is not ours, it never left, or the channel cannot.',
  },
  ERR_FORWARD_LIMIT: { status: 422, origin: 'house', when: 'More than 10 messages to forward at once (S8-124).' },
  ERR_FORWARDING_MESSAGES: {
    status: 422,
    origin: 'house',
    when: 'The contact cannot be reached: no conversation, and no connection that knows an address of theirs.',
  },
  ERR_SCHEDULE_IN_PAST: {
    status: 422,
    origin: 'house',
    when: 'A message cannot be scheduled for a time that has passed.',
  },
  ERR_SCHEDULE_TOO_FAR: {
    status: 422,
    origin: 'house',
    when: 'A message cannot be scheduled further ahead than a year.',
  },
  ERR_SCHEDULE_LIMIT_REACHED: {
    status: 409,
    origin: 'house',
    when: 'The conversation already has as many scheduled messages as it may; `limit` says how many.',
  },
  ERR_NO_SCHEDULED_MESSAGE_FOUND: {
    status: 404,
    origin: 'house',
    when: 'No such scheduled message: it was sent or canceled, or the user may not see it.',
  },
  ERR_SERVICE_WINDOW_CLOSED: {
    status: 409,
    origin: 'house',
    when:
      'The contact has not written for longer than the channel allows; only what the channel lets pass outside of ' +
      'its window can be sent.',
  },
  ERR_CHANNEL_UNSUPPORTED: { status: 422, origin: 'house', when: 'The channel cannot carry this kind of content.' },
  ERR_MESSAGE_TOO_LONG: { status: 422, origin: 'house', when: 'The text is longer than the channel allows.' },
  ERR_NO_FILE_UPLOADED: { status: 422, origin: 'spec', when: 'An upload without a file.' },
  ERR_FILE_TOO_LARGE: {
    status: 413,
    origin: 'house',
    when: 'A file is larger than 10 MB, or the files together are larger than 30 MB.',
  },
  ERR_FILE_TYPE: { status: 422, origin: 'house', when: 'The file is of a type that is not accepted here.' },
  ERR_INVALID_IMAGE: {
    status: 422,
    origin: 'house',
    when: 'A file is called an image and its bytes are none; `detail` is its name (S8-128).',
  },
  ERR_IMAGE_TOO_LARGE: {
    status: 422,
    origin: 'house',
    when:
      'A picture has more points than can be drawn safely; `limit` says how many millions, `detail` its name where ' +
      'there are several.',
  },
  ERR_NO_MEDIA_FOUND: { status: 404, origin: 'house', when: 'The file does not exist or the link has expired.' },

  ERR_NO_QUEUE_FOUND: { status: 404, origin: 'spec', when: 'No such queue in this company.' },
  ERR_QUEUE_TICKET_EXISTS: {
    status: 409,
    origin: 'spec',
    when: 'A queue that tickets or connections use cannot be deleted.',
  },
  ERR_QUEUE_NAME_EXISTS: { status: 409, origin: 'house', when: 'Another queue of this company has this name.' },
  ERR_TAG_CONTACTS_EXISTS: { status: 409, origin: 'spec', when: 'A tag that contacts carry cannot be deleted.' },
  ERR_TAG_NAME_EXISTS: { status: 409, origin: 'house', when: 'Another tag of this company has this name.' },
  ERR_NO_TAG_FOUND: { status: 404, origin: 'spec', when: 'No such tag in this company.' },
  ERR_NO_WEBHOOK_FOUND: { status: 404, origin: 'house', when: 'No such endpoint of webhooks in this company.' },
  ERR_NO_DELIVERY_FOUND: {
    status: 404,
    origin: 'house',
    when: 'No such delivery of a webhook, or none that is done and can be sent again.',
  },
  ERR_WEBHOOK_ADDRESS: {
    status: 422,
    origin: 'house',
    when: 'The address of a webhook has no https, does not resolve, or leads into a network that may not be reached.',
  },
  ERR_WEBHOOK_LIMIT: {
    status: 409,
    origin: 'house',
    when: 'There are as many endpoints of webhooks as there may be; `limit` says how many.',
  },
  ERR_NO_ATTRIBUTE_FOUND: {
    status: 404,
    origin: 'house',
    when: 'No such attribute of contacts or tickets in this company.',
  },
  ERR_ATTRIBUTE_KEY_EXISTS: {
    status: 409,
    origin: 'house',
    when: 'Another attribute of contacts, or of tickets, has this key.',
  },
  ERR_ATTRIBUTE_LIMIT: {
    status: 409,
    origin: 'house',
    when: 'There are as many attributes of contacts, or of tickets, as there may be; `limit` says how many.',
  },
  ERR_ATTRIBUTE_IN_USE: {
    status: 409,
    origin: 'house',
    when:
      'An attribute that has values cannot be deleted; it can be archived. `limit` says how many have one, up to a ' +
      'cap.',
  },
  ERR_TICKET_ATTRIBUTES_REQUIRED: {
    status: 409,
    origin: 'house',
    when:
      'The ticket cannot be resolved before attributes that the company requires have a value; the issues name ' +
      'their keys, the detail their labels.',
  },
  ERR_NO_SEGMENT_FOUND: { status: 404, origin: 'house', when: 'No such segment of contacts for this user.' },
  ERR_SEGMENT_LIMIT: {
    status: 409,
    origin: 'house',
    when: 'There are as many segments as there may be; `limit` says how many.',
  },
  ERR_NO_SETTING_FOUND: { status: 404, origin: 'spec', when: 'No such setting.' },
  ERR_NO_TENANT_FOUND: { status: 404, origin: 'spec', when: 'No such company.' },
  ERR_COMPANY_ADDRESS_TAKEN: {
    status: 409,
    origin: 'house',
    when: 'Another company has this public address, or gave it up less than 30 days ago; which one is not said.',
  },

  ERR_NO_WAPP_FOUND: { status: 404, origin: 'spec', when: 'No such channel connection in this company.' },
  ERR_CONNECTION_NAME_EXISTS: {
    status: 409,
    origin: 'house',
    when: 'The name of the connection is taken; who has it is not said.',
  },
  ERR_CONNECTION_LIMIT_REACHED: {
    status: 403,
    origin: 'house',
    when: 'The company already has as many connections as it may; `limit` says how many.',
  },
  ERR_SAME_CONNECTION: {
    status: 422,
    origin: 'house',
    when: 'Conversations cannot be moved from a connection to itself.',
  },
  ERR_CHANNELS_DIFFER: {
    status: 422,
    origin: 'house',
    when: 'Conversations move only between connections that address people in the same way.',
  },
  ERR_CONNECTION_BUSY: { status: 409, origin: 'house', when: 'This work is already under way for the connection.' },
  ERR_IMPORT_DATES: {
    status: 422,
    origin: 'house',
    when: 'The dates of an import are in the future, in the wrong order, or further back than the channel reaches.',
  },
  ERR_CONNECTION_INACTIVE: {
    status: 409,
    origin: 'house',
    when: 'The connection is switched off; messages cannot be sent through it.',
  },
  ERR_CHANNEL_TYPE_UNKNOWN: { status: 422, origin: 'house', when: 'No enabled plugin provides this channel type.' },

  ERR_PLUGIN_NOT_FOUND: { status: 404, origin: 'house', when: 'No plugin of this id is installed.' },
  ERR_PLUGIN_DISABLED: { status: 404, origin: 'house', when: 'The plugin is not enabled for this company.' },
  ERR_PLUGIN_UNAVAILABLE: {
    status: 503,
    origin: 'house',
    when: 'The plugin failed too often and is suspended for a while, or did not load.',
  },
  ERR_PLUGIN_SETTINGS: {
    status: 422,
    origin: 'house',
    when: 'The stored settings of the plugin do not match its schema.',
  },
  ERR_PLUGIN_FAILED: {
    status: 500,
    origin: 'house',
    when: 'The plugin threw an error that is not one of its refusals.',
  },
  ERR_AUTOMATION_BLOCK: {
    status: 422,
    origin: 'house',
    when:
      'A condition or an action is not offered: its plugin is off, above the licence or gone, or the action is not ' +
      'for who wants it done; `issues` names which.',
  },
  ERR_PLUGIN_ARCHIVE: {
    status: 422,
    origin: 'house',
    when: 'The file is not a gzipped tar that can be read to its end.',
  },
  ERR_PLUGIN_ARCHIVE_UNSAFE: {
    status: 422,
    origin: 'house',
    when: 'The archive holds a link, a device, a path that leads out of it, or two files of one name.',
  },
  ERR_PLUGIN_ARCHIVE_TOO_LARGE: {
    status: 413,
    origin: 'house',
    when: 'The archive is larger than 20 MB, or 60 MB unpacked, or has more than 2000 files.',
  },
  ERR_PLUGIN_CONTENT: {
    status: 422,
    origin: 'house',
    when: 'The archive has no valid manifest, or its files are not those that the manifest lists.',
  },
  ERR_PLUGIN_SIGNATURE: {
    status: 422,
    origin: 'house',
    when: 'The signature of the plugin does not fit its manifest.',
  },
  ERR_PLUGIN_SIGNATURE_REQUIRED: {
    status: 403,
    origin: 'house',
    when: 'This installation takes plugins of trusted publishers only.',
  },
  ERR_PLUGIN_ACCEPTANCE_REQUIRED: {
    status: 409,
    origin: 'house',
    when:
      'The plugin is unsigned, or signed by a key that is not trusted or not the one of before, and nobody has ' +
      'said that this is accepted.',
  },
  ERR_PLUGIN_ID_TAKEN: {
    status: 409,
    origin: 'house',
    when: 'The id of the plugin belongs to core or to a plugin that came with the product.',
  },
  ERR_PLUGIN_INCOMPATIBLE: {
    status: 422,
    origin: 'house',
    when: 'The plugin was written for another version of the contract.',
  },
  ERR_PLUGIN_NOT_STARTED: {
    status: 422,
    origin: 'house',
    when: 'The plugin was tried and did not start; the detail says why. Nothing was installed.',
  },
  ERR_NO_PLUGIN_INSPECTION: { status: 404, origin: 'house', when: 'No such inspection, or it has expired.' },
  ERR_PLUGIN_CHANGED: {
    status: 409,
    origin: 'house',
    when: 'Another version of the plugin was installed or removed since the inspection.',
  },
  ERR_PLUGIN_IN_USE: {
    status: 409,
    origin: 'house',
    when: 'Connections of the plugin are active, or another plugin requires it; the detail names them.',
  },
  ERR_PLUGIN_SHIPPED: {
    status: 409,
    origin: 'house',
    when: 'The plugin lies in a folder of the server and was not installed; it can be switched off and not removed.',
  },
  ERR_NO_PLUGIN_IN_INBOX: { status: 404, origin: 'house', when: 'Nothing of this name lies in the inbox of plugins.' },
  // Licences, plans, companies.
  ERR_TIER_REQUIRED: {
    status: 403,
    origin: 'house',
    when: 'The licence of the company does not include this feature.',
  },
  ERR_LICENSE_BLOCKED: {
    status: 403,
    origin: 'house',
    when: 'The licence of the company is blocked: nobody works in it, what arrives is kept (S8-091).',
  },
  ERR_LICENSE_INVALID: {
    status: 422,
    origin: 'house',
    when:
      'The token is no licence for this company: not signed by a known issuer, changed, or made for another ' +
      'company (S8-089).',
  },
  ERR_LICENSE_EXPIRED: {
    status: 422,
    origin: 'house',
    when: 'The licence has expired; it cannot be entered (S8-090).',
  },
  ERR_LICENSE_INVALID_DOMAIN: {
    status: 422,
    origin: 'house',
    when: 'The licence was issued for another address than that of this installation (S8-092).',
  },
  ERR_LICENSE_INVALID_CODE: {
    status: 422,
    origin: 'house',
    when: 'The code of the licence is not known here, or was taken back (S8-093).',
  },
  ERR_FREE_PLAN_VIOLATION: {
    status: 403,
    origin: 'house',
    when:
      'The company has more in use than the free plan allows: nothing is switched off, nothing more can be made or ' +
      'switched on; `limit` says how many (S8-094).',
  },
  ERR_FREE_PLAN_QUEUES: { status: 403, origin: 'house', when: 'The free plan allows one active queue (S8-095).' },
  ERR_FREE_PLAN_CHATFLOWS: {
    status: 403,
    origin: 'house',
    when: 'The free plan allows one active chat flow (S8-096).',
  },
  ERR_FREE_PLAN_CHATBOT: {
    status: 403,
    origin: 'house',
    when: 'The free plan allows one active chatbot on channels (S8-097).',
  },
  ERR_FREE_PLAN_CONNECTION: {
    status: 403,
    origin: 'house',
    when: 'The free plan allows one active connection (S8-098).',
  },
  ERR_FREE_PLAN_USERS: {
    status: 403,
    origin: 'house',
    when: 'The free plan allows no more active users; `limit` says how many (S8-099).',
  },
  ERR_USER_LIMIT_REACHED: {
    status: 403,
    origin: 'house',
    when: 'The company already has as many active users as its plan allows; `limit` says how many.',
  },
  ERR_USER_CREATION_DISABLED: {
    status: 403,
    origin: 'house',
    when: 'Users cannot be created, in this company or in the whole installation (S8-100).',
  },
  ERR_CONTACT_LIMIT_REACHED: {
    status: 410,
    origin: 'spec',
    when:
      'The company has as many contacts as its plan allows; the code carries how many there are and may be. ' +
      'Inbound messages are taken all the same.',
  },
  ERR_RESELLER_CONNECTION_LIMIT: {
    status: 403,
    origin: 'house',
    when:
      'All companies of the reseller together have as many connections as they may; `limit` says how ' +
      'many (S8-103).',
  },
  ERR_STORAGE_FULL: {
    status: 413,
    origin: 'house',
    when: 'The files of the company take all they may; `limit` is in megabytes. What channels deliver is kept.',
  },
  ERR_RESELLER_LIMIT: {
    status: 403,
    origin: 'house',
    when: 'All companies of the reseller together are, or have users, as many as they may; `limit` says how many.',
  },
  ERR_NO_RESELLER_FOUND: { status: 404, origin: 'house', when: 'No such reseller.' },
  ERR_OWN_COMPANY: { status: 409, origin: 'house', when: 'Nobody blocks or switches off the company they belong to.' },
  ERR_PLAN_NAME_EXISTS: { status: 409, origin: 'house', when: 'Another plan has this name.' },
  ERR_PLAN_IN_USE: { status: 409, origin: 'house', when: 'Companies have this plan; give them another one first.' },
  // Users, roles, groups.
  ERR_PERMISSION_NOT_HELD: { status: 403, origin: 'house', when: 'A permission can be given only by who holds it.' },
  ERR_EMAIL_REGISTERED: {
    status: 409,
    origin: 'house',
    when: 'The e-mail address already belongs to an account of this installation; whose is not said.',
  },
  ERR_PHONE_REGISTERED: {
    status: 409,
    origin: 'house',
    when: 'The phone number already belongs to an account of this installation (S5-026, S8-180).',
  },
  ERR_ADMIN_DEACTIVATE: {
    status: 409,
    origin: 'house',
    when: 'An administrator cannot be deactivated (S5-025, S8-101); give another profile first.',
  },
  ERR_LAST_ADMIN: {
    status: 409,
    origin: 'house',
    when: 'The only active administrator of a company cannot be deleted or get another profile.',
  },
  ERR_USER_SELF_DELETE: { status: 409, origin: 'house', when: 'Nobody deletes their own account (S5-023).' },
  ERR_NEW_USER_REQUIRED: {
    status: 422,
    origin: 'house',
    when:
      'Deleting a user asks for an active colleague, newUserId, who receives the conversations and the wallet ' +
      '(S5-024).',
  },
  ERR_NO_ROLE_FOUND: { status: 404, origin: 'house', when: 'No such role of this company.' },
  ERR_ROLE_NAME_EXISTS: { status: 409, origin: 'house', when: 'Another role of this company has this name.' },
  ERR_ROLE_IN_USE: { status: 409, origin: 'house', when: 'A role that users have cannot be deleted.' },
  ERR_NO_TICKET_VIEW_FOUND: { status: 404, origin: 'house', when: 'No such saved view for this user.' },
  ERR_TICKET_VIEW_LIMIT: {
    status: 409,
    origin: 'house',
    when: 'There are as many saved views as there may be; the detail says how many.',
  },
  ERR_NO_GROUP_FOUND: { status: 404, origin: 'house', when: 'No such group of users in this company.' },
  ERR_GROUP_NAME_EXISTS: {
    status: 409,
    origin: 'house',
    when: 'Another group of users of this company has this name.',
  },
  // Global settings and tools of the installation.
  ERR_DEMO_NOT_OFFERED: {
    status: 409,
    origin: 'house',
    when: 'The installation has no demo, or has been set up.',
  },
  ERR_SMTP_TEST_FAILED: {
    status: 422,
    origin: 'house',
    when: 'The mail server did not take a test; the detail names the step (S8-166).',
  },
  ERR_MAIL_UNSET: {
    status: 409,
    origin: 'house',
    when: 'The installation has no mail server, so that no letter can be sent.',
  },
  ERR_MAIL_FAILED: {
    status: 502,
    origin: 'house',
    when: 'The mail server did not take a letter; the detail names the step: connect, tls, login, from, to, content.',
  },
  // Traces of what was done, and the rights of the people in it.
  ERR_ERASURE_RUNNING: { status: 409, origin: 'house', when: 'The contact is being erased already.' },

  // Codes of features that are plugins: their plugins answer with these, and the four translations exist already.
  ERR_API_CONFIG_NOT_FOUND: { status: 404, origin: 'spec', when: 'No such API configuration in this company.' },
  ERR_CONTACT_FINANCE_DEPARTMENT: {
    status: 409,
    origin: 'spec',
    when: 'The contact belongs to the finance department and is left alone.',
  },
  ERR_BIRTHDAY_MESSAGE: {
    status: 422,
    origin: 'house',
    when: 'The birthday messages could not be stored or sent (S8-172).',
  },
  ERR_AUTO_REPLY_RELATIONED_TICKET: {
    status: 409,
    origin: 'spec',
    when: 'A flow that tickets are going through cannot be deleted (S8-042).',
  },
  ERR_NO_AUTO_REPLY_FOUND: { status: 404, origin: 'spec', when: 'No such flow in this company.' },
  ERR_NO_STEP_AUTO_REPLY_FOUND: { status: 404, origin: 'spec', when: 'The flow has no such step.' },
  ERR_FLOW_SELF_CONNECTION: {
    status: 422,
    origin: 'house',
    when: 'An element of a flow cannot lead to itself (S8-151).',
  },
  ERR_NO_CAMPAIGN_FOUND: { status: 404, origin: 'spec', when: 'No such campaign in this company.' },
  ERROR_CAMPAIGN_NOT_EXISTS: { status: 404, origin: 'spec', when: 'The campaign to act on does not exist.' },
  ERR_CAMPAIGN_CONTACTS_NOT_EXISTS_OR_NOT_ACESSIBLE: {
    status: 404,
    origin: 'spec',
    when: 'Contacts of the campaign do not exist, or the user may not see them.',
  },
  ERR_CAMPAIGN_CONTACTS_NOT_EXISTS: { status: 404, origin: 'spec', when: 'The campaign has no such contacts.' },
  ERR_NO_CAMPAIGN_CONTACTS_NOT_FOUND: { status: 404, origin: 'spec', when: 'The campaign has no contacts.' },
  ERR_CAMPAIGN_CONTACTS: { status: 422, origin: 'spec', when: 'The contacts of the campaign could not be stored.' },
  ERR_CAMPAIGN_CONTACTS_REQUIRED: {
    status: 422,
    origin: 'house',
    when: 'A campaign is scheduled with contacts only (S8-138).',
  },
  ERR_NO_UPDATE_CAMPAIGN_NOT_IN_CANCELED_PENDING: {
    status: 409,
    origin: 'spec',
    when: 'Only a pending or canceled campaign can be changed.',
  },
  ERROR_CAMPAIGN_DATE_NOT_VALID: {
    status: 422,
    origin: 'spec',
    when: 'The date of a campaign must be later than now (S8-050).',
  },
  ERR_CAMPAIGN_CANCEL: { status: 409, origin: 'house', when: 'The campaign could not be canceled (S8-131).' },
  ERR_CAMPAIGN_START: { status: 409, origin: 'house', when: 'The campaign could not be started (S8-132).' },
  ERR_CAMPAIGN_PAUSE: { status: 409, origin: 'house', when: 'The campaign could not be paused (S8-133).' },
  ERR_CAMPAIGN_RESUME: { status: 409, origin: 'house', when: 'The campaign could not be resumed (S8-134).' },
  ERR_CAMPAIGN_DUPLICATE: { status: 409, origin: 'house', when: 'The campaign could not be duplicated (S8-135).' },
  ERR_CAMPAIGN_SCHEDULE: { status: 409, origin: 'house', when: 'The campaign could not be scheduled (S8-136).' },
  ERR_CAMPAIGN_REPORT: { status: 422, origin: 'house', when: 'The report of a campaign could not be made (S8-139).' },
  ERR_CAMPAIGN_CSV: {
    status: 422,
    origin: 'house',
    when: 'The CSV file with the contacts of a campaign cannot be read (S8-140).',
  },
  ERR_SMS_TOKEN_INVALID: { status: 422, origin: 'house', when: 'The SMS account’s token is not accepted (S8-141).' },
  ERR_SMS_NO_CREDITS: { status: 402, origin: 'house', when: 'The SMS account has no credits (S8-142).' },
  ERR_SMS_CREDITS_INSUFFICIENT: {
    status: 402,
    origin: 'house',
    when: 'The credits do not suffice for all contacts; `limit` says for how many they do (S8-143).',
  },
  ERR_WAPP_INVALID_CONTACT: { status: 422, origin: 'spec', when: 'The number is no valid WhatsApp number.' },
  ERR_WAPP_CHECK_CONTACT: {
    status: 502,
    origin: 'spec',
    when: 'Whether a number is on WhatsApp could not be found out.',
  },
  ERR_SENDING_WAPP_MSG: { status: 502, origin: 'spec', when: 'The message could not be handed to WhatsApp.' },
  ERR_WAPP_NOT_INITIALIZED: { status: 409, origin: 'spec', when: 'The WhatsApp connection has not been started.' },
  ERR_CONTACTS_NOT_EXISTS_WHATSAPP: { status: 404, origin: 'spec', when: 'None of the contacts is on WhatsApp.' },
  ERR_NO_DEF_WAPP_FOUND: { status: 404, origin: 'spec', when: 'The company has no default channel.' },
  ERR_FETCH_WAPP_MSG: { status: 502, origin: 'spec', when: 'The messages could not be fetched from WhatsApp.' },
  ERR_DELETING_CONNECTION: { status: 422, origin: 'house', when: 'The connection could not be deleted (S8-149).' },
  ERR_TOKEN_NOT_ACQUIRED: {
    status: 502,
    origin: 'house',
    when: 'The provider gave no token for the connection (S8-150).',
  },
  ERR_SCHEDULE_CONFLICT: { status: 409, origin: 'spec', when: 'Another appointment stands at that time.' },
  ERR_CONFLICT_TENANT: { status: 409, origin: 'spec', when: 'What the appointment names belongs to another company.' },
  ERR_NO_SCHEDULE_FOUND: { status: 404, origin: 'spec', when: 'No such appointment in this company.' },
  ERR_DISPONIBILITY_ERROR: { status: 409, origin: 'spec', when: 'Nobody is available at that time.' },
  ERR_DISPONIBILITY_ERROR_USER: { status: 409, origin: 'spec', when: 'The user is not available at that time.' },
  ERR_SCHEDULE_DATE_ERROR: { status: 422, origin: 'spec', when: 'The date of the appointment is past or is no date.' },
  ERR_SCHEDULE_HOUR_ERROR: { status: 422, origin: 'spec', when: 'The time of the appointment is past or is no time.' },
  ERR_INVALID_INTERVAL_VALUES: { status: 422, origin: 'spec', when: 'An interval ends before it begins.' },
  ERR_INVALID_INTERNAL_VALUES_PROCESS: {
    status: 422,
    origin: 'spec',
    when: 'The intervals of a day overlap or cannot be worked with.',
  },
  ERR_SEARCH_AVAILABLE_USERS: { status: 422, origin: 'spec', when: 'Who is available could not be found out.' },
  ERR_APPOINTMENTS_LOAD: { status: 502, origin: 'house', when: 'The appointments could not be loaded (S8-176).' },
  ERR_APPOINTMENT_SAVE: { status: 422, origin: 'house', when: 'The appointment could not be stored (S8-177).' },
  ERR_APPOINTMENT_PAST: {
    status: 422,
    origin: 'house',
    when: 'An appointment cannot be made for a past date or time (S8-178).',
  },
  ERR_BODY_REQUIRED: { status: 422, origin: 'spec', when: 'The text of the message is missing.' },
  ERR_CONTACT_REQUIRED: { status: 422, origin: 'spec', when: 'The contact is missing.' },
  ERR_SEND_AT_REQUIRED: { status: 422, origin: 'spec', when: 'The moment of sending is missing.' },
  ERR_WHATSAPP_REQUIRED: { status: 422, origin: 'spec', when: 'The channel is missing.' },
  ERR_USER_REQUIRED: { status: 422, origin: 'spec', when: 'The user is missing.' },
  ERR_SERVICE_NOT_FOUND_FOR_USER: { status: 404, origin: 'spec', when: 'The user does not offer this service.' },
  ERR_CALL_NUMBER_NOT_EXISTS: { status: 404, origin: 'house', when: 'The dialled number does not exist (S8-152).' },
  ERR_CALL_LINE_BUSY: { status: 409, origin: 'house', when: 'All lines of the company are busy (S8-153).' },
  ERR_SIP_INACTIVE: { status: 409, origin: 'house', when: 'The SIP credential of the user is switched off (S8-154).' },
  ERR_SIP_LOAD: { status: 502, origin: 'house', when: 'SIP credentials could not be loaded (S8-155).' },
  ERR_SIP_SAVE: { status: 422, origin: 'house', when: 'SIP credentials could not be stored (S8-156).' },
  ERR_SIP_DELETE: { status: 422, origin: 'house', when: 'SIP credentials could not be deleted (S8-157).' },
  ERR_SIP_CONNECT: {
    status: 502,
    origin: 'house',
    when: 'The SIP server could not be reached or refused the credential (S8-158).',
  },
  ERR_KANBAN_LOAD: { status: 502, origin: 'house', when: 'The board could not be loaded (S8-159).' },
  ERR_KANBAN_MOVE: {
    status: 409,
    origin: 'house',
    when: 'The card could not be moved; it stays where it was (S8-160).',
  },
  ERR_KANBAN_LEAD_VALUE: { status: 422, origin: 'house', when: 'The value of the lead could not be stored (S8-161).' },
  ERR_TELEPHONY_NOT_CONFIGURED: { status: 409, origin: 'house', when: 'No telephony service is set up (S8-162).' },
  ERR_AI_REWRITE: {
    status: 502,
    origin: 'house',
    when: 'The text could not be rewritten by the AI provider (S8-168).',
  },
  ERR_TRANSCRIPTION: { status: 502, origin: 'house', when: 'The audio could not be transcribed (S8-169).' },
  ERR_TRANSLATION: { status: 502, origin: 'house', when: 'The text could not be translated (S8-170).' },
  ERR_AUDIO: { status: 422, origin: 'house', when: 'The audio could not be recorded, read or sent (S8-175).' },
  // Notifications.
  ERR_NO_PUSH_SUBSCRIPTION: {
    status: 409,
    origin: 'house',
    when: 'The browser of this session is not subscribed to notifications, or its subscription is void.',
  },
  ERR_PUSH_SERVICE: {
    status: 502,
    origin: 'house',
    when: 'The push service of this browser did not take the notification.',
  },
} as const satisfies Record<string, { status: number; origin: 'spec' | 'house'; when: string }>

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue
/** A code of the catalogue, or one that a plugin declares. Anything else is no answer of this server. */
export type RefusalCode = ErrorCode | `ERR_${string}`
/** All codes of {@link errorCatalogue}. */
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[]

/** Facts that travel with a refusal. Shown to the user or used by the client; never secrets, never exception texts. */
export interface ErrorFacts {
  ticketId?: string
  retryAfterSeconds?: number
  issues?: readonly FieldIssue[]
  detail?: string
  limit?: number
  /** Numbers that the code itself carries, behind colons: `ERR_CONTACT_LIMIT_REACHED:100:100` (S8-012). */
  numbers?: readonly number[]
}

const refusalMark = Symbol.for('@recado/contracts/Refusal')

/**
 * A refusal on purpose: core maps it to its status and `{ error: code, …facts }`. Plugins throw it too, with codes of
 * their own by `refusalsOf`. Everything else that is thrown becomes ERR_INTERNAL (core) or ERR_PLUGIN_FAILED (plugin)
 * and is logged with its stack.
 */
export class Refusal extends Error {
  readonly [refusalMark] = true
  readonly code: RefusalCode
  readonly facts: ErrorFacts
  constructor(code: ErrorCode, facts: ErrorFacts = {}, options?: { cause?: unknown }) {
    super(code, options)
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
  }
  get status(): number {
    return (errorCatalogue as Readonly<Record<string, { status: number }>>)[this.code]?.status ?? 500
  }
  /** `instanceof` fails across duplicated bundles, so a refusal is known by its mark. */
  static is(value: unknown): value is Refusal {
    return typeof value === 'object' && value !== null && refusalMark in value
  }
}
