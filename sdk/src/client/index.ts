/**
 * What a client of the product's API needs: the shapes of its answers, its error codes and its socket events. The shell
 * is written on it, and so can any other client be. Types cost nothing at run time, and the few values drag no schema
 * library into a page.
 */
export type {
  ActTarget, ActVerdict, AuditAction, AuditEntry, AuditPage, AuditProblem, AuditProgress, AuditVerdict, CaptchaChallenge, CaptchaPurpose, ChannelCapabilities, ChannelTypeInfo, Connection, ConnectionCheck, ConnectionPush, ConnectionStatus, Contact, ContactMerge, ContactMergePage, ContactPage, ContactSummary, ErasurePreview, ErasureReason, ErrorBody, ErrorCode, FormField, Forwarded,
  Locale, LoginResult, LossKind, Message, MessageAct, MessageActState, MessagePage, MessageStatus, OutgoingPart, PageContribution, Part, PasswordRule, PluginInboxEntry, PluginInfo, PluginInspection, PluginPublisher, PrivacyRequest, PrivacyRequestPage, PublicPlan, Queue, Role, ServiceWindowState,
  SessionEnded, ShellManifest, SlotContribution, StreamHello, StreamPosition, Tag, Ticket, TicketCounts, TicketListPush, TicketLogEntry, TicketPage,
  TicketStatus, Tier, TypingPush, User,
} from '@recado/contracts'
export {
  auditActions, brokenPasswordRules, carry, contractVersion, editableText, erasureReasons, errorCodes, forwardable, forwardLimit, isReaction, isSupported, mayAct, ownReactor, passwordLength, passwordRuleNames, socketEvents, socketReconnection, windowUntil,
} from '@recado/contracts'
