ALTER TABLE "person_aliases" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "person_aliases" ADD COLUMN "lead_id" uuid;--> statement-breakpoint
ALTER TABLE "person_aliases" ADD COLUMN "merge_id" uuid;