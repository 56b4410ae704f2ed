/**
 * What the shell knows of the product's contracts, in one place. Types cost nothing at run time; the few values are
 * from modules that do not import zod, so that the first screen stays small.
 */
export type {
  ChannelTypeInfo, Connection, ConnectionCheck, ConnectionPush, ConnectionStatus, Contact, ContactMerge, ContactMergePage, ContactPage, ContactSummary, ErrorBody, ErrorCode, FormField, Locale, LoginResult, Message, MessagePage, MessageStatus,
  Part, PageContribution, PluginInboxEntry, PluginInfo, PluginInspection, PluginPublisher, Queue, Role, ShellManifest, SlotContribution, StreamHello, Tag, Ticket, TicketCounts, TicketListPush, TicketLogEntry, TicketPage,
  TicketStatus, Tier, TypingPush, User,
} from '@recado/sdk/client'
export { socketEvents, socketReconnection } from '@recado/sdk/client'
