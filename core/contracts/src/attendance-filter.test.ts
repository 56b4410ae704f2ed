import { expect, test } from 'vitest'
import { AttendanceFilter } from './api.ts'

test('S3-003 S3-004 S3-005 S3-006 S3-007 S3-008 S3-009 S3-010 S3-011 S3-012 an attendance filter has its nine fields, each with its default', () => {
  expect(AttendanceFilter.parse({})).toEqual({
    searchParam: '',
    pageNumber: 1,
    status: ['open', 'pending'],
    showAll: false,
    count: null,
    queuesIds: [],
    withUnreadMessages: false,
    isNotAssignedUser: false,
    includeNotQueueDefined: true,
    mine: false,
    priorities: [],
    unanswered: false,
    tagIds: [],
    connectionIds: [],
    userIds: [],
    snoozed: false,
    attributes: [],
    contactAttributes: [],
    days: null,
    watched: false,
    sort: 'recent',
  })
})

test('no status at all is something else than the default', () => {
  expect(AttendanceFilter.parse({ status: [''] }).status).toEqual([])
})
