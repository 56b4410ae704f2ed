/**
 * What the shell knows of the product's contracts, in one place. Types cost nothing at run time; the few values are
 * from modules that do not import zod, so that the first screen stays small.
 */
export type {
  ActVerdict, AuditEntry, AuditPage, AuditProblem, AuditProgress, AuditVerdict, ErasurePreview, ErasureReason, PrivacyRequest, PrivacyRequestPage, ApiToken, ApiTokenChoice, ApiTokenCreated, ApiTokenList, AssignablePermission, CaptchaChallenge, CaptchaPurpose, ChannelCapabilities, ChannelTypeInfo, CompanyRole, Connection, ConnectionCheck,
  ConnectionPush, ConnectionStatus, Contact, ContactMerge, ContactMergePage, ContactPage, ContactSummary, ErrorBody, ErrorCode, FormField, Forwarded, Locale, LoginResult, LossKind, Message, MessageAct, MessageActState,
  MessagePage, MessageStatus, OutgoingPart, PageContribution, Part, PasswordRule, PluginInboxEntry, PluginInfo, PluginInspection, PluginPublisher, PrivacyNotice, ProtocolFormat, PublicPlan, Queue, Role,
  ServiceWindowState, SessionEnding, SessionInfo, ShellManifest, Shift, SlotContribution, StreamHello, Tag, Ticket, TicketCounts, TicketListPush, TicketLogEntry, TicketPage, TicketStatus, Tier, TypingPush, User,
  UserChange, UserCreate, UserGroup, UserHandover, UserPush, UserRecord, UserWithQueues, UserWorkload, WeeklyShifts,
  AuthenticatorType, ManagedPasskey, ManagedPasskeyPage, Passkey, PasskeyTenant, SecondFactorState, SsoProvider, SsoProviders,
} from '@recado/sdk/client'
export { auditActions, brokenPasswordRules, carry, editableText, erasureReasons, forwardable, forwardLimit, isSupported, mayAct, ownReactor, passwordLength, passwordRuleNames, socketEvents, socketReconnection, windowUntil, writeProtocol } from '@recado/sdk/client'
