import {
  answered,
  board,
  branch,
  can,
  email,
  graph,
  invite,
  move,
  officeHours,
  tag,
  task,
  text,
  until,
  untilDone,
  untilEvent,
  wait,
  when,
} from './build.ts'
import type { Template } from './categories.ts'

const category = 'Lead Management'

export const leadManagement: Template[] = [
  {
    key: 'new-lead-welcome',
    name: 'Answer a new lead within the hour',
    description:
      'Thanks everyone who is added to the board, gives the call to a member and moves the card along once it is made.',
    category,
    graph: graph(
      [when('lead.created')],
      [
        wait(15, 'minutes'),
        email(
          'Thank you for getting in touch, {firstName|friend}',
          'Dear {firstName|friend},\n\nThank you for writing to us. Someone from our office will call you within the next two days. If there is a good time to reach you, just answer this email.\n\nWith warm regards,\n[[Sender]]',
        ),
        officeHours,
        task('Call this new lead and ask how we can help', '[[Member who calls]]', 1),
        untilDone(3, 'days'),
        answered(
          [move('contacted')],
          [task('This lead has been waiting for a call for three days', '[[Member in charge]]', 0)],
        ),
      ],
    ),
  },
  {
    key: 'form-to-board',
    name: 'Form to board',
    description:
      'Puts everyone who submits a form on the board, tags them with what they asked for and asks a member to answer.',
    category,
    graph: graph(
      [when('form.submitted', { formId: '[[Form]]' })],
      [
        board('new'),
        tag('[[Tag for what they asked]]'),
        task('Answer the form of this person', '[[Member who answers]]', 1),
      ],
      { reentry: 'after_finish' },
    ),
  },
  {
    key: 'no-show-follow-up',
    name: 'Missed appointment',
    description:
      'Writes kindly to someone who did not come, and asks for a call if they do not book again within a week.',
    category,
    graph: graph(
      [when('appointment.no_show', { typeId: '[[Appointment type]]' })],
      [
        wait(2, 'hours'),
        invite(
          '[[Appointment type]]',
          'We missed you today, {firstName|friend}',
          'Dear {firstName|friend},\n\nWe had set time aside for you today and hope that you are well. If something came up, choose another time here: {bookingLink}\n\nWe would be glad to see you.\n\n[[Sender]]',
        ),
        untilEvent('appointment.booked', 7, 'days'),
        answered([], [task('Call: they missed an appointment and have not booked again', '[[Member who calls]]', 2)]),
      ],
      { reentry: 'after_finish' },
    ),
  },
  {
    key: 'qualified-lead',
    name: 'Qualified lead to appointment',
    description:
      'Invites a qualified lead to book a time, reminds them once by text and then gives the card back to a person.',
    category,
    graph: graph(
      [when('lead.moved', { to: 'qualified' })],
      [
        invite(
          '[[Appointment type]]',
          'When shall we meet, {firstName|friend}?',
          'Dear {firstName|friend},\n\nIt was good to talk with you. Let us find half an hour to sit down together. Choose a time that suits you: {bookingLink}\n\n[[Sender]]',
        ),
        untilEvent('appointment.booked', 4, 'days'),
        answered(
          [move('proposal')],
          [
            branch(can('sms'), [
              until('10:00', 2, 3, 4),
              text(
                'Hi {firstName|friend}, this is [[Sender]]. Is there a day this week that suits you for our meeting? Just answer this text.',
              ),
            ]),
            task('Find a time for a meeting by phone', '[[Member who calls]]', 3),
          ],
        ),
      ],
    ),
  },
]
