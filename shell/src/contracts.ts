/**
 * What the shell knows of the product's contracts, in one place. Types cost nothing at run time; the few values are
 * from modules that do not import zod, so that the first screen stays small.
 */
export type {
  ActVerdict, ApiToken, ApiTokenChoice, ApiTokenCreated, ApiTokenList, AssignablePermission, AttributeCondition, AttributeDefinition, AttributeOption, AttributeOwner, AttributeType, AttributeUpdate, AttributeUsage,
  AttributeValue, AttributeValues, AuditEntry, AuditPage, AuditProblem, AuditProgress, AuditVerdict, AuthenticatorType, BirthdayGreetings, CaptchaChallenge, CaptchaPurpose, ChannelCapabilities, ChannelTypeInfo, Company,
  CompanyChange, CompanyLimits, CompanyRole, Connection, ConnectionCheck, ConnectionPush, ConnectionStatus, Contact, ContactChange, ContactDetails, ContactDuplicateGroup, ContactDuplicateMerge, ContactDuplicatePage,
  ContactDuplicatesMerged, ContactExtra, ContactImport, ContactImportField, ContactImportPreview, ContactImportStart, ContactListed, ContactMerge, ContactMergePage, ContactNote, ContactNoteInput, ContactNotePage,
  ContactOrder, ContactPage, ContactPush, ContactRecord, ContactRowProblem, ContactSegment, ContactSegmentCount, ContactSegmentFilter, ContactSegmentInput, ContactSummary, ContactTicketPage, Distribution, Draft,
  DraftChange, DraftKept, Drafts, ErasurePreview, ErasureReason, ErrorBody, ErrorCode, ExistingContacts, FormField, Forwarded, InactivityMinutes, LicenceDetail, LicenceOrder, LicenceState, Locale, LoginResult, LossKind,
  ManagedPasskey, ManagedPasskeyPage, Message, MessageAct, MessageActState, MessageHit, MessagePage, MessageSearchPage, MessageStatus, NewAttribute, NewContact, NotificationChoice, NotificationKind, OutgoingPart,
  PageContribution, Part, Passkey, PasskeyTenant, PasswordRule, Plan, PlanInput, PluginInboxEntry, PluginInfo, PluginInspection, PluginPublisher, PresencePush, PrivacyNotice, PrivacyRequest, PrivacyRequestPage,
  ProtocolFormat, PublicPlan, PushPayload, PushTarget, Queue, QueueMembersChange, QueueOverview, QueueOverviewPage, QueueRules, QuietHours, Role, ScheduledMessage, ScheduledMessages, SecondFactorState,
  ServiceWindowState, SessionEnding, SessionInfo, ShellManifest, Shift, SignatureChoice, SlaState, SlaThresholds, SlotContribution, SsoProvider, SsoProviders, StreamHello, Tag, TagOverview, TagOverviewPage, Ticket,
  TicketBatch, TicketBatchFilter, TicketBatchOrder, TicketBatchPreview, TicketBoard, TicketBoardPage, TicketBulkResult, TicketCounts, TicketListPush, TicketLogEntry, TicketMergeCandidate, TicketMergeDone,
  TicketMergeOverview, TicketPage, TicketPriority, TicketSort, TicketStatus, TicketTransfer, TicketView, TicketViewCount, TicketViewFilter, TicketViewInput, Tier, TransferredTicket, TypingPush, User, UserChange,
  UserCreate, UserGroup, UserHandover, UserPush, UserRecord, UserWithQueues, UserWorkload, WeeklyShifts,
} from '@recado/sdk/client'
export {
  attributeKeyPattern, attributeOptionsMost, attributeOwners, attributeTextMost, attributeTypes, auditActions, brokenPasswordRules, carry, concerns, contactImportFields, contactRowProblems, distributions, editableText,
  erasureReasons, fileFault, fileLimits, forwardable, forwardLimit, inactivityMinutes, isQuietAt, isSupported, mayAct, overviewCountCap, ownReactor, passwordLength, passwordRuleNames, returnsBeforeClosing,
  signatureLength, signatureOf, signedText, slaOf, socketEvents, socketReconnection, ticketPriorities, ticketViewIcons, tierAllows, tierOfPath, tiers, windowUntil, writeProtocol,
} from '@recado/sdk/client'
