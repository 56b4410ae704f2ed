/**
 * What the shell knows of the product's contracts, in one place. Types cost nothing at run time; the few values are
 * from modules that do not import zod, so that the first screen stays small.
 */
export type {
  ActVerdict, ApiToken, ApiTokenChoice, ApiTokenCreated, ApiTokenList, AssignablePermission, AuditEntry, AuditPage, AuditProblem, AuditProgress, AuditVerdict, AuthenticatorType, CaptchaChallenge, CaptchaPurpose,
  ChannelCapabilities, ChannelTypeInfo, Company, CompanyChange, CompanyLimits, CompanyRole, Connection, ConnectionCheck, ConnectionPush, ConnectionStatus, Contact, ContactMerge, ContactMergePage, ContactPage,
  ContactSummary, Distribution, ErasurePreview, ErasureReason, ErrorBody, ErrorCode, FormField, Forwarded, InactivityMinutes, LicenceDetail, LicenceOrder, LicenceState, Locale, LoginResult, LossKind, ManagedPasskey, ManagedPasskeyPage, Message,
  MessageAct, MessageActState, MessagePage, MessageStatus, OutgoingPart, PageContribution, Part, Passkey, PasskeyTenant, PasswordRule, Plan, PlanInput, PluginInboxEntry, PluginInfo, PluginInspection, PluginPublisher,
  PrivacyNotice, PrivacyRequest, PrivacyRequestPage, ProtocolFormat, PublicPlan, Queue, Role, SecondFactorState, ServiceWindowState, SessionEnding, SessionInfo, ShellManifest, Shift, SlotContribution, SsoProvider,
  SsoProviders, StreamHello, Tag, Ticket, TicketCounts, TicketListPush, TicketLogEntry, TicketPage, TicketStatus, TicketTransfer, Tier, TransferredTicket, TypingPush, User, UserChange, UserCreate, UserGroup, UserHandover, UserPush, UserRecord,
  UserWithQueues, UserWorkload, WeeklyShifts,
} from '@recado/sdk/client'
export type { QueueMembersChange, QueueOverview, QueueOverviewPage, QueueRules, TagOverview, TagOverviewPage } from '@recado/sdk/client'
export { overviewCountCap } from '@recado/sdk/client'
export {
  auditActions, brokenPasswordRules, carry, distributions, editableText, erasureReasons, forwardable, forwardLimit, inactivityMinutes, isSupported, mayAct, ownReactor, passwordLength, passwordRuleNames, returnsBeforeClosing, socketEvents, socketReconnection, tierAllows,
  tierOfPath, tiers, windowUntil, writeProtocol,
} from '@recado/sdk/client'
