/**
 * What the shell knows of the product's contracts, in one place. Types cost nothing at run time; the few values are
 * from modules that do not import zod, so that the first screen stays small.
 */
export type {
  ActVerdict, AuditEntry, AuditPage, AuditProblem, AuditProgress, AuditVerdict, CaptchaChallenge, CaptchaPurpose, ChannelCapabilities, ChannelTypeInfo, Connection, ConnectionCheck, ConnectionPush, ConnectionStatus, Contact, ContactMerge, ContactMergePage, ContactPage, ContactSummary, ErasurePreview, ErasureReason, ErrorBody, ErrorCode, FormField, Forwarded, Locale,
  LoginResult, LossKind, Message, MessageAct, MessageActState, MessagePage, MessageStatus, OutgoingPart, PageContribution, Part, PasswordRule, PluginInboxEntry, PluginInfo, PluginInspection, PluginPublisher, PrivacyRequest, PrivacyRequestPage, PublicPlan, Queue, Role, ServiceWindowState,
  ShellManifest, SlotContribution, StreamHello, Tag, Ticket, TicketCounts, TicketListPush, TicketLogEntry, TicketPage,
  TicketStatus, Tier, TypingPush, User,
} from '@recado/sdk/client'
export { auditActions, brokenPasswordRules, carry, editableText, erasureReasons, forwardable, forwardLimit, isSupported, mayAct, ownReactor, passwordLength, passwordRuleNames, socketEvents, socketReconnection, windowUntil } from '@recado/sdk/client'
