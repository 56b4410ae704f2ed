export { channelConformance, type ConformanceOptions, type RecordedRequest } from './channel-conformance.ts'
export { demandedMethods, methodMismatches } from './capability-methods.ts'
