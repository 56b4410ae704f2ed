/* What a plugin's definition and server code are written with. Isomorphic: no I/O, no React, zod only. */

export {
  // Declaring and implementing.
  definePlugin, implementPlugin, defineChannel, defineRoute, defineEvent, contractVersion, Empty,
  // Refusing and failing.
  Refusal, ChannelError, channelErrorKinds, errorCatalogue, errorCodes,
  // Rules that server and screens share.
  canAct, mayAct, isReaction, editableText, windowOf, carry, isSupported, mediaLevel, mediaKindOf, advanceReceipt, plainText, ackOf, tierAllows, maskNumber, maskEmail, calledName,
  fitsConditions, attributeKeyPattern,
  // Ids, instants, languages.
  mint, id, instant, locales,
  // What is put together of conditions and actions.
  AutomationBlock, AutomationOffer, BlockCall, FormField, automationRunners, ticketClocks,
  // Schemas of what core knows, for route answers and payloads.
  Ticket, Contact, ContactIdentity, Message, MessageStatus, Queue, Tag, User, Connection, HexColor, Part, Parts, OutgoingPart, RemoteMediaPart, ProxyAddress, maxTextLength, Locale, Role, Tier, MediaKind, Level,
  // The slider challenge, for routes that anybody may call.
  CaptchaChallenge, CaptchaField, CaptchaSolution,
  // Core's public events.
  TicketCreated, TicketUpdated, TicketClosed, TicketDeleted, TicketPrioritized, TicketTagged, TicketSnoozed, TicketWoken, TicketMerged, TicketUnmerged, MessageReceived, MessageCreated, MessageStatusChanged, ContactCreated, ContactMerged, ContactUnmerged, ContactForgotten, UserDeleted, ConnectionStatusChanged,
} from '@recado/contracts'

export { keysetCursor, type KeysetCursor } from './keyset-cursor.ts'
export { splitText } from './split-text.ts'
export { conversationFacts, conversationVariables, type ConversationFacts, type ConversationPlace, type ConversationVariable } from './conversation-facts.ts'
export { conversationText } from './conversation-text.ts'
export { fillTemplate, templateNames, templateSegments, type TemplateSegment } from './text-template.ts'

export type {
  PluginDefinition, DeclaredPlugin, PluginImplementation, PluginCode, PluginModule, PluginContext, PluginConnections, SessionContext, ConnectionRouteContext, AnyPluginDefinition, ShapeOf,
  ChannelSpec, ChannelImplementation, ChannelSession, ChannelCapabilities, DeclaredCapabilities, CompletedCapabilities, ConnectionContext, RequiredMethods, ActionVerdict, ActVerdict, MessageAct, Carried, LossKind, ServiceWindowState, ActionWindow, MediaCapability,
  WebhookHandler, WebhookRequest, WebhookOutcome, InboundEvent, InboundMessage, InboundEdit, InboundDelete, InboundReaction, InboundReceipt, InboundTyping, InboundChatMoved, InboundNotice, InboundPart, BackfillQuery, BackfillPage, ChannelContact, ChannelContactQuery, ChannelContactPage, PendingMediaPart, RemoteFile, Sender,
  SendRequest, SendResult, Target, SessionState, HistoryEntry, HistoryPort, ChannelErrorKind, ChannelErrorShape,
  RouteSpec, RouteRequest, RouteAnswer, StreamEvent, UploadedFile, Access, RateClass, EventDefinition, EventEnvelope,
  ActionCode, ActionContext, ActionSpec, AutomationAbout, AutomationPort, AutomationRunner, AutomationSubject, ConditionCode, ConditionSpec, ConditionVerdict, FormReference, SentByActing, TicketClock, TicketClockQuery, TicketHappening, TicketOnClock, TicketPast,
  Acting, ActingScope, ActingTicketChange, CorePorts, CoreUse, DeclaredAttribute, DeclaredAttributes, AttributeChange, AttributeDefinition, AttributeSubject, AttributeValue, AttributeValues, PlanLimits, Logger, MediaPort, MediaInfo, PluginDatabase, PluginTransaction, Secrets, StateStore, Topics,
  CaptchaPort, VisitorCost, VisitorPort,
  Slot, SlotContribution, PageContribution, CommandContribution, When, Viewer, ErrorCode, ErrorFacts, Localized, MediaPart, HtmlPart, ReceiptState, ContactFootprint,
  TenantId, UserId, QueueId, TagId, ContactId, TicketId, MessageId, ConnectionId, MediaId, ExternalChatId, ExternalUserId, ExternalMessageId, SendKey,
} from '@recado/contracts'
