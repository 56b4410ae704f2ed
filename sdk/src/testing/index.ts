export { channelConformance } from './channel-conformance.ts'
export { conformanceGroups, expectedKinds, providerFaults, type ConformanceGroup, type ConformanceOptions, type GenuineRequest, type ProviderFault, type ProviderOptions, type RecordedRequest, type ScriptedProvider, type SentBySuite } from './conformance/options.ts'
export { demandedMethods, methodMismatches } from './capability-methods.ts'
