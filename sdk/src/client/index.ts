/**
 * What a client of the product's API needs: the shapes of its answers, its error codes and its socket events. The shell
 * is written on it, and so can any other client be. Types cost nothing at run time, and the few values drag no schema
 * library into a page.
 */
export type {
  ActTarget, ActVerdict, ApiToken, ApiTokenChoice, ApiTokenCreated, ApiTokenList, AssignablePermission, AuditAction, AuditEntry, AuditPage, AuditProblem, AuditProgress, AuditVerdict, AuthenticatorType, CaptchaChallenge,
  CaptchaPurpose, ChannelCapabilities, ChannelTypeInfo, Company, CompanyChange, CompanyLimits, CompanyRole, Connection, ConnectionCheck, ConnectionPush, ConnectionStatus, Contact, ContactChange, ContactDetails,
  ContactExtra, ContactImport, ContactImportField, ContactImportPreview, ContactImportStart, ContactListed, ContactMerge, ContactMergePage, ContactNote, ContactNoteInput, ContactNotePage, ContactOrder, ContactPage,
  ContactPush, ContactRecord, ContactRowProblem, ContactSummary, ContactTicketPage, ErasurePreview, ErasureReason, ErrorBody, ErrorCode, ExistingContacts, FormField, Forwarded, InactivityMinutes, LicenceDetail,
  LicenceOrder, LicenceState, Locale, LoginResult, LossKind, ManagedPasskey, ManagedPasskeyPage, Message, MessageAct, MessageActState, MessagePage, MessageStatus, NewContact, OutgoingPart, PageContribution, Part,
  Passkey, PasskeyTenant, PasswordRule, Plan, PlanInput, PluginInboxEntry, PluginInfo, PluginInspection, PluginPublisher, PresencePush, PrivacyNotice, PrivacyRequest, PrivacyRequestPage, ProtocolFormat, PublicPlan, Queue,
  QueueMembersChange, QueueOverview, QueueOverviewPage, Role, SecondFactorState, ServiceWindowState, SessionEnded, SessionEnding, SessionInfo, ShellManifest, Shift, SlotContribution, SsoProvider, SsoProviders,
  StreamHello, StreamPosition, Tag, TagOverview, TagOverviewPage, Ticket, TicketBulkResult, TicketCounts, TicketListPush, TicketLogEntry, TicketPage, TicketStatus, TicketTransfer, TicketView, TicketViewCount, TicketViewFilter,
  TicketViewInput, Tier, TransferredTicket, TypingPush, User, UserChange, UserCreate, UserGroup, UserHandover, UserPush, UserRecord, UserWithQueues, UserWorkload, WeeklyShifts,
} from '@recado/contracts'
export {
  auditActions, brokenPasswordRules, carry, contactRowProblems, contractVersion, editableText, erasureReasons, errorCodes, forwardable, forwardLimit, inactivityMinutes, isReaction, isSupported, mayAct, overviewCountCap,
  ownReactor, passwordLength, passwordRuleNames, returnsBeforeClosing, socketEvents, socketReconnection, ticketViewIcons, tierAllows, tierOfPath, tiers, windowUntil, writeProtocol,
} from '@recado/contracts'
