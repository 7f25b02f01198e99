import {
  answered,
  branch,
  can,
  email,
  graph,
  invite,
  noteStep,
  tag,
  task,
  text,
  until,
  untilEvent,
  wait,
  when,
} from './build.ts'
import type { Template } from './categories.ts'

const category = 'Customer Retention'

export const customerRetention: Template[] = [
  {
    key: 'after-appointment',
    name: 'Thank you after an appointment',
    description: 'Thanks someone the day after they came, and asks two weeks later whether anything is still open.',
    category,
    graph: graph(
      [when('appointment.completed', { typeId: '[[Appointment type]]' })],
      [
        until('10:00'),
        email(
          'Thank you for coming, {firstName|friend}',
          'Dear {firstName|friend},\n\nThank you for taking the time to come. If a question has come up since, answer this email and it reaches me directly.\n\n[[Sender]]',
        ),
        wait(2, 'weeks'),
        branch(can('sms'), [
          text(
            'Hi {firstName|friend}, this is [[Sender]]. Is there anything still open from our meeting? Just answer this text.',
          ),
        ]),
      ],
      { reentry: 'after_finish' },
    ),
  },
  {
    key: 'win-back',
    name: 'Reconnect after a lead closes',
    description: 'Writes three months after a card is closed and lets a member call those who do not answer.',
    category,
    graph: graph(
      [when('lead.moved', { to: 'closed' })],
      [
        wait(12, 'weeks'),
        email(
          'How are you, {firstName|friend}?',
          'Dear {firstName|friend},\n\nIt has been a while since we were in touch, and I have been thinking of you. How are you and your family? You are always welcome on a Sunday, and there is no need to let us know.\n\n[[Sender]]',
        ),
        untilEvent('form.submitted', 2, 'weeks'),
        answered(
          [noteStep('Answered after the letter at three months.')],
          [task('Call and ask how they are', '[[Member who calls]]', 7)],
        ),
      ],
      { reentry: 'after_finish' },
    ),
  },
  {
    key: 'canceled-appointment',
    name: 'Canceled appointment',
    description: 'Offers another time to someone who cancels, and tags those who do not book again.',
    category,
    graph: graph(
      [when('appointment.cancelled', { typeId: '[[Appointment type]]' })],
      [
        wait(1, 'days'),
        invite(
          '[[Appointment type]]',
          'Shall we find another time, {firstName|friend}?',
          'Dear {firstName|friend},\n\nYour appointment was canceled. That happens. If you would still like to meet, choose a new time here: {bookingLink}\n\n[[Sender]]',
        ),
        untilEvent('appointment.booked', 10, 'days'),
        answered([], [tag('[[Tag: to be contacted]]')]),
      ],
      { reentry: 'after_finish' },
    ),
  },
]
