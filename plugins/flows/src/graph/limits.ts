/* Limits of flows, of the server and of the builder. */

export const maxNodes = 500
export const maxEdges = 2_000
export const maxComments = 200
export const maxGroups = 100
export const maxOptions = 30
export const maxParts = 10
/** Options of a poll, and the longest texts of one: what every provider of polls takes. */
export const maxPollOptions = 10
export const maxPollQuestion = 255
export const maxPollOption = 100
export const maxBranches = 20
export const maxConditions = 20
export const maxMappings = 20
export const maxHeaders = 20
export const maxNameLength = 80
export const maxDescriptionLength = 500
export const maxTitleLength = 80
export const maxCommentLength = 2_000
export const maxTextLength = 4_000
export const maxValueLength = 1_000
export const maxPatternLength = 200
export const maxAttempts = 10
/** S5-042, S9-015: a file of a flow. */
export const maxMediaBytes = 5 * 1024 * 1024
/** Longest wait of a block, in minutes: a day less than a responder may keep a ticket. */
export const maxWaitMinutes = 30 * 24 * 60
/** Longest that a bot may take for one answer, in seconds: what its kind of service allows. */
export const maxBotSeconds = 90
/** Most flows of a company. */
export const maxFlows = 200
/** A graph as JSON, in bytes. */
export const maxGraphBytes = 2 * 1024 * 1024
/** What is left undecided beside it, as JSON, in bytes. */
export const maxUndecidedBytes = 512 * 1024
