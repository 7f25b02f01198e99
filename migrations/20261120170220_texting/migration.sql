ALTER TABLE "sms_campaigns" ADD COLUMN "asked_by" uuid;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "decision_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_settings" ADD COLUMN "approval" text DEFAULT 'count' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_settings" ADD COLUMN "approval_above" integer DEFAULT 100 NOT NULL;