ALTER TABLE "email_campaigns" RENAME COLUMN "decided_at" TO "split_decided_at";--> statement-breakpoint
ALTER TABLE "sms_campaigns" RENAME COLUMN "decided_split_at" TO "split_decided_at";--> statement-breakpoint
ALTER TABLE "sms_campaigns" RENAME COLUMN "asked_by" TO "approval_requested_by";--> statement-breakpoint
ALTER TABLE "sms_campaigns" RENAME COLUMN "asked_at" TO "approval_requested_at";--> statement-breakpoint
ALTER TABLE "sms_campaigns" RENAME COLUMN "decided_by" TO "reviewed_by";--> statement-breakpoint
ALTER TABLE "sms_campaigns" RENAME COLUMN "decided_at" TO "reviewed_at";--> statement-breakpoint
ALTER TABLE "sms_campaigns" RENAME COLUMN "decision_note" TO "review_note";--> statement-breakpoint
ALTER TABLE "sms_recipients" RENAME COLUMN "number" TO "address";--> statement-breakpoint
ALTER TABLE "sms_recipients" RENAME COLUMN "left_out" TO "skip_reason";