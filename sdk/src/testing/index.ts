export { channelConformance } from './channel-conformance.ts'
export {
  conformanceGroups,
  expectedKinds,
  providerFaults,
  type ConformanceGroup,
  type ConformanceOptions,
  type GenuineRequest,
  type ProviderFault,
  type ProviderOptions,
  type RecordedRequest,
  type ScriptedProvider,
  type SentBySuite,
} from './conformance/options.ts'
export { demandedMethods, methodMismatches } from './capability-methods.ts'
export { conformanceRules } from './conformance/rules.ts'
export type { Rule } from './conformance/rule.ts'
export {
  testConnection,
  type LogLine,
  type TestConnection,
  type TestConnectionOptions,
} from './connection/test-connection.ts'
export type { MemoryHistory } from './connection/memory-history.ts'
export type { MemoryMedia } from './connection/memory-media.ts'
export type { MemoryState } from './connection/memory-state.ts'
export { memorySealed, type MemorySealed } from './connection/memory-sealed.ts'
export type { MemoryTopics } from './connection/memory-topics.ts'
export type { Outside, RequestMade } from './connection/routed-fetch.ts'
export type { PluginConformanceOptions } from './plugin/options.ts'
export { pluginConformance } from './plugin/plugin-conformance.ts'
export { pluginRules, type PluginRule } from './plugin/plugin-rules.ts'
export { readFixtures, writeFixture, type Fixture } from './fixtures/fixture-files.ts'
export { recordWebhooks, type Recorder, type RecordOptions } from './fixtures/record-webhooks.ts'
export { redactRequest, type RedactOptions } from './fixtures/redact.ts'
export { testHost, type TestHost, type TestHostOptions } from './host/test-host.ts'
export type {
  ActOptions,
  AskOptions,
  HostAnswer,
  PublishedEvent,
  TestCompany,
  WaitingJob,
} from './host/test-company.ts'
export type { MemoryPasses, TestSocket } from './host/sockets-in-memory.ts'
export { solvedSlider, type MemoryVisitors } from './host/visitors-in-memory.ts'
export type { ActDone, MemoryCore, SentMessage } from './host/core-in-memory.ts'
export type { DecisionMade, MemoryResponders, PlayedServices } from './host/responders-in-memory.ts'
