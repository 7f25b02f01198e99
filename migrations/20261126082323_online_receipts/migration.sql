ALTER TABLE "gifts" ADD COLUMN "covered_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "giving_receipt_settings" ALTER COLUMN "email_receipts" SET DEFAULT true;--> statement-breakpoint
-- Nobody chose the former default: it was saved along with the other fields. Who switched it off later has it off.
UPDATE giving_receipt_settings s SET email_receipts = true WHERE NOT email_receipts AND NOT EXISTS (
  SELECT FROM audit_log a WHERE a.client_id = s.client_id AND a.row_id = s.id AND a.operation = 'update' AND a.changes ? 'email_receipts');
