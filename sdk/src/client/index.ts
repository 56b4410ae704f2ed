/**
 * What a client of the product's API needs: the shapes of its answers, its error codes and its socket events. The shell
 * is written on it, and so can any other client be. Types cost nothing at run time, and the few values drag no schema
 * library into a page.
 */
export type {
  ActTarget, ActVerdict, AuditAction, AuditEntry, AuditPage, AuditProblem, AuditProgress, AuditVerdict, ErasurePreview, ErasureReason, PrivacyRequest, PrivacyRequestPage, ApiToken, ApiTokenChoice, ApiTokenCreated, ApiTokenList, AssignablePermission, CaptchaChallenge, CaptchaPurpose, ChannelCapabilities, ChannelTypeInfo, CompanyRole, Connection, ConnectionCheck,
  ConnectionPush, ConnectionStatus, Contact, ContactMerge, ContactMergePage, ContactPage, ContactSummary, ErrorBody, ErrorCode, FormField, Forwarded, Locale, LoginResult, LossKind, Message, MessageAct, MessageActState,
  MessagePage, MessageStatus, OutgoingPart, PageContribution, Part, PasswordRule, PluginInboxEntry, PluginInfo, PluginInspection, PluginPublisher, PrivacyNotice, ProtocolFormat, PublicPlan, Queue, Role,
  ServiceWindowState, SessionEnded, SessionEnding, SessionInfo, ShellManifest, Shift, SlotContribution, StreamHello, StreamPosition, Tag, Ticket, TicketCounts, TicketListPush, TicketLogEntry, TicketPage, TicketStatus,
  Tier, TypingPush, User, UserChange, UserCreate, UserGroup, UserHandover, UserPush, UserRecord, UserWithQueues, UserWorkload, WeeklyShifts,
  AuthenticatorType, ManagedPasskey, ManagedPasskeyPage, Passkey, PasskeyTenant, SecondFactorState, SsoProvider, SsoProviders,
} from '@recado/contracts'
export {
  auditActions, brokenPasswordRules, carry, contractVersion, editableText, erasureReasons, errorCodes, forwardable, forwardLimit, isReaction, isSupported, mayAct, ownReactor, passwordLength, passwordRuleNames, socketEvents, socketReconnection, windowUntil, writeProtocol,
} from '@recado/contracts'
