/**
 * What a client of the product's API needs: the shapes of its answers, its error codes and its socket events. The shell
 * is written on it, and so can any other client be. Types cost nothing at run time, and the few values drag no schema
 * library into a page.
 */
export type {
  ActTarget, ActVerdict, ApiToken, ApiTokenChoice, ApiTokenCreated, ApiTokenList, AssignablePermission, AttributeChange, AttributeCondition, AttributeDefinition, AttributeOption, AttributeOwner, AttributeType,
  AttributeUpdate, AttributeUsage, AttributeValue, AttributeValues, AuditAction, AuditEntry, AuditPage, AuditProblem, AuditProgress, AuditVerdict, AuthenticatorType, BirthdayGreetings, CaptchaChallenge, CaptchaPurpose,
  ChannelCapabilities, ChannelTypeInfo, Company, CompanyChange, CompanyLimits, CompanyRole, Connection, ConnectionCheck, ConnectionPush, ConnectionStatus, Contact, ContactChange, ContactDetails, ContactDuplicateGroup,
  ContactDuplicateMerge, ContactDuplicatePage, ContactDuplicatesMerged, ContactExtra, ContactImport, ContactImportField, ContactImportPreview, ContactImportStart, ContactListed, ContactMerge, ContactMergePage,
  ContactNote, ContactNoteInput, ContactNotePage, ContactOrder, ContactPage, ContactPush, ContactRecord, ContactRowProblem, ContactSegment, ContactSegmentCount, ContactSegmentFilter, ContactSegmentInput, ContactSummary,
  ContactTicketPage, Distribution, Draft, DraftChange, DraftKept, Drafts, ErasurePreview, ErasureReason, ErrorBody, ErrorCode, ExistingContacts, FileFault, FormField, Forwarded, InactivityMinutes, LicenceDetail,
  LicenceOrder, LicenceState, Locale, LoginResult, LossKind, ManagedPasskey, ManagedPasskeyPage, Message, MessageAct, MessageActState, MessageHit, MessagePage, MessageSearchPage, MessageStatus, NewAttribute, NewContact,
  NotificationChoice, NotificationKind, OutgoingPart, PageContribution, Part, Passkey, PasskeyTenant, PasswordRule, Plan, PlanInput, PluginInboxEntry, PluginInfo, PluginInspection, PluginPublisher, PresencePush,
  PrivacyNotice, PrivacyRequest, PrivacyRequestPage, ProtocolFormat, PublicPlan, PushPayload, PushTarget, Queue, QueueMembersChange, QueueOverview, QueueOverviewPage, QueueRules, QuietHours, Role, ScheduledMessage,
  ScheduledMessages, SecondFactorState, ServiceWindowState, SessionEnded, SessionEnding, SessionInfo, ShellManifest, Shift, SignatureChoice, Signing, SlaState, SlaThresholds, SlotContribution, SsoProvider, SsoProviders,
  StreamHello, StreamPosition, Tag, TagOverview, TagOverviewPage, Ticket, TicketBatch, TicketBatchFilter, TicketBatchOrder, TicketBatchPreview, TicketBoard, TicketBoardPage, TicketBulkResult, TicketCounts,
  TicketListPush, TicketLogEntry, TicketMergeCandidate, TicketMergeDone, TicketMergeOverview, TicketPage, TicketPriority, TicketSort, TicketStatus, TicketTransfer, TicketView, TicketViewCount, TicketViewFilter,
  TicketViewInput, Tier, TransferredTicket, TypingPush, User, UserChange, UserCreate, UserGroup, UserHandover, UserPush, UserRecord, UserWithQueues, UserWorkload, WeeklyShifts,
} from '@recado/contracts'
export {
  attributeKeyPattern, attributeOptionsMost, attributeOwners, attributeTextMost, attributeTypes, auditActions, brokenPasswordRules, carry, concerns, contactImportFields, contactRowProblems, contractVersion,
  distributions, editableText, erasureReasons, errorCodes, fileFault, fileLimits, forwardable, forwardLimit, inactivityMinutes, isQuietAt, isReaction, isSupported, mayAct, overviewCountCap, ownReactor, passwordLength,
  passwordRuleNames, returnsBeforeClosing, signatureLength, signatureOf, signedText, slaOf, socketEvents, socketReconnection, ticketPriorities, ticketViewIcons, tierAllows, tierOfPath, tiers, windowUntil, writeProtocol,
} from '@recado/contracts'
