ALTER TABLE "clients" ADD COLUMN "lead_assignment" text DEFAULT 'manual' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "lead_owner_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_owner" ON "leads" ("client_id","assigned_to","id");