ALTER TABLE "auth"."challenges" ADD COLUMN "challenge" text;--> statement-breakpoint
ALTER TABLE "auth"."factors" ADD COLUMN "security_key" jsonb;