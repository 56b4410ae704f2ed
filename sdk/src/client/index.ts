/**
 * What a client of the product's API needs: the shapes of its answers, its error codes and its socket events. The shell
 * is written on it, and so can any other client be. Types cost nothing at run time, and the few values drag no schema
 * library into a page.
 */
export type {
  ChannelTypeInfo, Connection, ConnectionCheck, ConnectionPush, ConnectionStatus, Contact, ContactMerge, ContactMergePage, ContactPage, ContactSummary, ErrorBody, ErrorCode, FormField, Locale, LoginResult, Message, MessagePage, MessageStatus,
  Part, PageContribution, PluginInboxEntry, PluginInfo, PluginInspection, PluginPublisher, Queue, Role, SessionEnded, ShellManifest, SlotContribution, StreamHello, StreamPosition, Tag, Ticket, TicketCounts, TicketListPush, TicketLogEntry, TicketPage,
  TicketStatus, Tier, TypingPush, User,
} from '@recado/contracts'
export { contractVersion, errorCodes, isSupported, socketEvents, socketReconnection } from '@recado/contracts'
