import {
  all,
  answered,
  branch,
  can,
  email,
  exit,
  graph,
  noteStep,
  officeHours,
  tag,
  task,
  text,
  untag,
  until,
  untilDone,
  untilEvent,
  wait,
  when,
} from './build.ts'
import type { Template } from './categories.ts'

const category = 'Ministry'
const hasChildren = all({ kind: 'household', fact: 'withChildren' })

const guestFollowUp: Template = {
  key: 'guest-follow-up',
  name: 'Guest follow-up over six weeks',
  description:
    'From the connect card to a place in the church: a thank you, a call, an invitation to coffee, a small group and a last question.',
  category,
  graph: graph(
    [when('form.submitted', { formId: '[[Connect card]]' })],
    [
      tag('[[Tag for guests]]'),
      until('16:00', 0, 1),
      branch(can('sms'), [
        text(
          'Hi {firstName|friend}, this is [[Sender]]. It was good to have you with us on Sunday! Is there anything you would like to know? Just answer this text.',
        ),
      ]),
      wait(2, 'days'),
      email(
        'It was good to meet you, {firstName|friend}',
        'Dear {firstName|friend},\n\nThank you for worshiping with us on Sunday. We know that it takes courage to walk into a new church, and we are glad that you did.\n\nYou can find out more about us, our services and what there is for children and youth on our website. And if you would like to talk with a pastor, answer this email.\n\nWith warm regards,\n[[Sender]]',
      ),
      branch(hasChildren, [
        task('Send the children’s team’s welcome letter to this family', '[[Member for families]]', 3),
      ]),
      officeHours,
      task('Call this guest: how was the visit, what are they looking for?', '[[Member who calls]]', 3),
      untilDone(7, 'days'),
      wait(1, 'weeks'),
      email(
        'Coffee with the pastors',
        'Dear {firstName|friend},\n\nOnce a month we invite everyone who is new to coffee after the second service: half an hour, a few faces, no program. The next one is on the first Sunday of the month. Will you come?\n\n[[Sender]]',
      ),
      wait(2, 'weeks'),
      email(
        'A small group near you',
        'Dear {firstName|friend},\n\nSunday is a beginning; most friendships here start in a small group. Groups meet in homes on different evenings. Tell me which evening suits you, and I will introduce you to a group nearby.\n\n[[Sender]]',
      ),
      wait(2, 'weeks'),
      task('Six weeks after the first visit: has this guest found a place? Add a note.', '[[Member in charge]]', 5),
      untilDone(2, 'weeks'),
      untag('[[Tag for guests]]'),
      noteStep('The guest follow-up over six weeks is complete.'),
    ],
    {},
  ),
}

const volunteerOnboarding: Template = {
  key: 'volunteer-onboarding',
  name: 'Volunteer onboarding',
  description:
    'From “I would like to serve” to the first Sunday on the team: a call, the safety form, a trial Sunday and a check-in after a month.',
  category,
  graph: graph(
    [when('form.submitted', { formId: '[[Volunteer form]]' })],
    [
      tag('[[Tag for new volunteers]]'),
      email(
        'Thank you for offering to serve, {firstName|friend}',
        'Dear {firstName|friend},\n\nThank you for offering your time. The leader of your team will call you this week, tell you what is involved and answer your questions. Before you work with children or youth we ask everyone for a background check; we will help you with it.\n\n[[Sender]]',
      ),
      task('Call this volunteer and agree on a team', '[[Team leader]]', 3),
      untilDone(10, 'days'),
      task('Background check and safety training', '[[Member for safety]]', 14),
      untilDone(4, 'weeks'),
      answered(
        [
          email(
            'Your first Sunday on the team',
            'Dear {firstName|friend},\n\nEverything is ready for your first Sunday. Come thirty minutes early; someone from the team will be at the welcome desk and stay with you the whole morning.\n\n[[Sender]]',
          ),
          wait(4, 'weeks'),
          task('Ask how the first month of serving has been', '[[Team leader]]', 5),
        ],
        [task('The safety steps of this volunteer are not complete', '[[Team leader]]', 2)],
      ),
      untag('[[Tag for new volunteers]]'),
    ],
  ),
}

const baptism: Template = {
  key: 'baptism',
  name: 'Baptism',
  description:
    'Guides someone who asks about baptism: a conversation with a pastor, the date, what to bring, and a letter a year later.',
  category,
  graph: graph(
    [when('form.submitted', { formId: '[[Baptism form]]' })],
    [
      email(
        'Your question about baptism',
        'Dear {firstName|friend},\n\nYour message has made us glad. A pastor will call you in the next few days to hear your story and to find a time to talk about what baptism means.\n\n[[Sender]]',
      ),
      task('Baptism: call and arrange a conversation', '[[Pastor]]', 3),
      untilDone(2, 'weeks'),
      task('Baptism: agree on the date and enter it in the calendar', '[[Pastor]]', 14),
      untilDone(8, 'weeks'),
      answered(
        [
          email(
            'Preparing for your baptism',
            'Dear {firstName|friend},\n\nWe look forward to the day. Please bring a towel and a change of clothes, come forty-five minutes before the service, and invite everyone you would like to have there. If you want to share a few words, we will help you write them.\n\n[[Sender]]',
          ),
          tag('[[Tag for baptized people]]'),
          wait(52, 'weeks'),
          email(
            'A year ago today',
            'Dear {firstName|friend},\n\nA year ago you were baptized, and we remember the day with joy. How have you been? We would love to hear from you.\n\n[[Sender]]',
          ),
        ],
        [task('Baptism: no date has been set for eight weeks', '[[Pastor]]', 3)],
      ),
    ],
  ),
}

const memberClass: Template = {
  key: 'member-class',
  name: 'New member class',
  description:
    'Prepares everyone who books the class, thanks those who came and asks them about membership; those who missed it are invited again.',
  category,
  graph: graph(
    [when('appointment.booked', { typeId: '[[Appointment type]]' })],
    [
      tag('[[Tag for the class]]'),
      email(
        'See you at the new member class',
        'Dear {firstName|friend},\n\nYou have a seat in our new member class. We will talk about what we believe, how this church works and where you could find a place in it. Lunch is on us, and children are cared for.\n\n[[Sender]]',
      ),
      untilEvent('appointment.completed', 8, 'weeks'),
      answered(
        [
          until('10:00', 2),
          email(
            'Thank you for coming to the class',
            'Dear {firstName|friend},\n\nThank you for spending these hours with us. If you would like to become a member, tell me, and an elder will meet with you. There is no hurry.\n\n[[Sender]]',
          ),
          task('Membership: ask whether they would like to join', '[[Elder]]', 14),
        ],
        [
          email(
            'The next new member class',
            'Dear {firstName|friend},\n\nWe missed you at the class. The next one is in a few weeks, and we would be glad to have you there.\n\n[[Sender]]',
          ),
        ],
      ),
    ],
    { reentry: 'after_finish' },
  ),
}

const birthday: Template = {
  key: 'birthday',
  name: 'Birthday',
  description:
    'A greeting in the morning of the birthday, by text where you may text, and a call for those who are seventy or older.',
  category,
  graph: graph(
    [when('schedule.date', { field: 'birthDate', offsetDays: 0, hour: 9 })],
    [
      branch(
        can('sms'),
        [text('Happy birthday, {firstName|friend}! We thank God for you today and wish you a good year. [[Sender]]')],
        [
          email(
            'Happy birthday, {firstName|friend}!',
            'Dear {firstName|friend},\n\nHappy birthday! We thank God for you and wish you a day with people you love and a year full of good things.\n\n[[Sender]]',
          ),
        ],
      ),
      branch(all({ kind: 'age', op: 'atLeast', years: 70 }), [
        task('Call to wish a happy birthday', '[[Member who calls]]', 0),
      ]),
    ],
    { reentry: 'every_time', exit: all({ kind: 'flag', field: 'deceased', is: false }) },
  ),
}

const missedVisits: Template = {
  key: 'missed-visits',
  name: 'Missed visits',
  description:
    'Notices when a regular has been away for three Sundays: a member calls first, and a letter follows only if nobody was reached.',
  category,
  graph: graph(
    [when('attendance.missed')],
    [
      branch(all({ kind: 'flag', field: 'griefHold', is: true }), [exit]),
      task('Away for three Sundays: call and ask how they are', '[[Member who calls]]', 3),
      untilDone(6, 'days'),
      answered(
        [noteStep('Called after three missed Sundays.')],
        [
          email(
            'We miss you, {firstName|friend}',
            'Dear {firstName|friend},\n\nWe have not seen you for a few Sundays and have been thinking of you. If you are well, we are glad. If something is heavy at the moment, you don’t have to carry it alone: answer this email or call me.\n\n[[Sender]]',
          ),
          untilEvent('attendance.checked_in', 3, 'weeks'),
          answered([], [task('Still away after a letter: plan a visit', '[[Pastor]]', 7)]),
        ],
      ),
    ],
    { reentry: 'after_finish' },
  ),
}

export const ministry: Template[] = [guestFollowUp, volunteerOnboarding, baptism, memberClass, birthday, missedVisits]
